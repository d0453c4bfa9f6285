// Papers under the ink.

/** The papers of the menu: each one's label, and its name as the background of a page. */
const PAPERS = [
  ['Plain', '#ffffff'], ['Ruled', 'ruled white'], ['Ruled with a margin', 'lined white'], ['Squares', 'graph white'],
  ['Dots', 'dotted white'], ['Staves', 'staves white'],
]

/** The items of a menu: each lays its paper under the page that is shown, as one step, and tells whether it lies there. */
export function paperItems({ pages, session, turning }) {
  return PAPERS.map(([label, background]) => [
    label, '', () => turning.turn(() => pages.changeHeader({ background }, (log) => [log, session.pictures])),
    () => session.header.background === background,
  ])
}
