/// How the report's page looks.
enum ReportStyle {
  static let text = #"""
    :root { color-scheme: light dark; --paper: light-dark(#fff, #16181c); --ink: light-dark(#1c1e22, #e6e8ec);
      --soft: light-dark(#5b6069, #9aa1ad); --line: light-dark(#d5d8de, #363b44); --mark: light-dark(#1457c8, #7fb0ff);
      --bad: light-dark(#b3141f, #ff7a80); --new: light-dark(#8a5a00, #f0b94a); }
    :root[data-scheme="light"] { color-scheme: light; }
    :root[data-scheme="dark"] { color-scheme: dark; }
    body { margin: 0 auto; max-width: 120rem; padding: 1rem 1.5rem 4rem; background: var(--paper); color: var(--ink);
      font: 1rem/1.5 system-ui, sans-serif; }
    h1 { font-size: 1.4rem; margin: 0; }
    h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
    p { margin: .25rem 0; }
    .keys, figcaption, th { color: var(--soft); font-weight: normal; }
    .keys { font-size: .85rem; }
    kbd { border: 1px solid var(--line); border-radius: .25rem; padding: 0 .3rem; }
    html:not([data-scripted]) .scripted { display: none; }
    button, input { font: inherit; color: inherit; background: transparent; border: 1px solid var(--line);
      border-radius: .4rem; padding: .15rem .6rem; }
    button[aria-pressed="true"] { border-color: var(--mark); box-shadow: inset 0 0 0 1px var(--mark); }
    :focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
    .case { border-top: 1px solid var(--line); padding: 1rem 0 1rem 1rem; margin-top: 1rem; scroll-margin-top: 1rem; }
    .case.current { border-left: 4px solid var(--mark); padding-left: calc(1rem - 4px); }
    .case[hidden] { display: none; }
    .verdict { font-size: .85rem; border-radius: .4rem; padding: .1rem .5rem; border: 1px solid; color: var(--bad); }
    .verdict.new, .verdict.stale { color: var(--new); }
    .stage { margin: .5rem 0; display: flex; flex-wrap: wrap; gap: 1rem; }
    figure { margin: 0; max-width: 100%; }
    figcaption { font-size: .85rem; }
    img, canvas { display: block; max-width: 100%; border: 1px solid var(--line);
      background: repeating-conic-gradient(#bbb 0 25%, #fff 0 50%) 0 0 / 16px 16px; }
    .stage[data-mode="flip"] figure, .stage[data-mode="slider"] figure, .stage[data-mode="difference"] figure,
    .stage[data-mode="zoom"] figure { display: none; }
    .stage[data-mode="flip"][data-side="expected"] .expected, .stage[data-mode="flip"][data-side="actual"] .actual,
    .stage[data-mode="difference"] .difference { display: block; }
    .stage[data-mode="slider"] { display: grid; justify-content: start; }
    .stage[data-mode="slider"] .expected, .stage[data-mode="slider"] .actual { display: block; grid-area: 1 / 1; }
    .stage[data-mode="slider"] .actual img { clip-path: inset(0 0 0 var(--split, 50%)); background: none; }
    .stage[data-mode="slider"] .actual figcaption { text-align: right; }
    .slider { grid-area: 2 / 1; padding: 0; }
    .stage:not([data-mode="slider"]) .slider, .stage:not([data-mode="zoom"]) .zoom { display: none; }
    .zoom { display: flex; flex-wrap: wrap; gap: 1rem; }
    .zoom canvas { image-rendering: pixelated; cursor: crosshair; }
    .zoom output { flex-basis: 100%; font-family: ui-monospace, monospace; }
    table { border-spacing: 0; font-size: .9rem; }
    th, td { text-align: left; vertical-align: top; padding: .1rem 1rem .1rem 0; }

    """#
}
