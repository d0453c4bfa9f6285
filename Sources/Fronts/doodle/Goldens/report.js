// The views of the report that `doodle check --report` writes. Without it, the pictures are shown side by side.
"use strict";
(() => {
  const root = document.documentElement;
  const all = (selector, from = document) => Array.from(from.querySelectorAll(selector));
  const cases = all(".case");
  const modes = ["side-by-side", "flip", "slider", "difference", "zoom"];
  const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
  let current = null;
  root.dataset.scripted = "";

  function select(section, scrolls = true) {
    if (!section) return;
    if (current) current.classList.remove("current");
    current = section;
    current.classList.add("current");
    if (scrolls) { current.focus({preventScroll: true}); current.scrollIntoView({block: "start"}); }
  }

  function step(by) {
    const shown = cases.filter(section => !section.hidden);
    const index = shown.indexOf(current);
    select(shown[index < 0 ? 0 : clamp(index + by, 0, shown.length - 1)]);
  }

  function setMode(section, mode) {
    const button = section && section.querySelector(`.mode[data-mode="${mode}"]`);
    if (!button) return;
    const stage = section.querySelector(".stage");
    stage.dataset.mode = mode;
    for (const other of all(".mode", section)) other.setAttribute("aria-pressed", String(other === button));
    if (mode === "flip") stage.dataset.side = "expected";
    if (mode === "slider") slider(stage);
    if (mode === "zoom") zoom(stage);
  }

  function flip(section) {
    const stage = section && section.querySelector(".stage");
    if (!stage) return;
    if (stage.dataset.mode !== "flip") return setMode(section, "flip");
    stage.dataset.side = stage.dataset.side === "expected" ? "actual" : "expected";
  }

  function slider(stage) {
    let range = stage.querySelector(".slider");
    if (!range) {
      range = document.createElement("input");
      range.type = "range";
      range.className = "slider";
      range.max = 100;
      range.step = "any";
      range.value = 50;
      range.setAttribute("aria-label", "How much of the expected picture is shown, in percent");
      range.addEventListener("input", () => stage.style.setProperty("--split", `${range.value}%`));
      stage.append(range);
      // On the stage: the clipped part of a picture gets no pointer events.
      stage.addEventListener("pointermove", event => {
        if (!event.buttons || stage.dataset.mode !== "slider" || event.target === range) return;
        const box = stage.querySelector(".actual img").getBoundingClientRect();
        split((event.clientX - box.left) / box.width * 100);
      });
      stage.addEventListener("dragstart", event => event.preventDefault());
    }
    function split(value) {
      range.value = clamp(value, 0, 100);
      range.dispatchEvent(new Event("input"));
    }
    range.focus({preventScroll: true});
  }

  // Enlarges the change and shows the values of the pixel under the pointer. A canvas stores colors premultiplied by
  // alpha, so the values of translucent pixels are approximate (≈).
  const zooms = new WeakMap();

  async function zoom(stage) {
    if (!zooms.has(stage)) {
      // Null until the pictures are loaded: a second call meanwhile makes no second view.
      zooms.set(stage, null);
      const images = ["expected", "actual"].map(kind => stage.querySelector(`.${kind} img`));
      for (const image of images) {
        // The mode hides the pictures, and a lazy picture that is hidden never loads.
        image.loading = "eager";
        if (!image.complete) await new Promise(loaded => image.addEventListener("load", loaded, {once: true}));
      }
      const [x, y, width, height] = stage.dataset.bounds.split(",").map(Number);
      const box = document.createElement("div");
      box.className = "zoom";
      const first = stage.dataset.first.split(",").map(Number);
      const state = {box, x: first[0], y: first[1], scale: 1, views: [], output: null};
      const [full, tall] = [images[0].naturalWidth, images[0].naturalHeight];
      state.width = full;
      state.height = tall;
      state.scale = clamp(Math.floor(480 / (Math.max(width, height) + 4)), 1, 32);
      for (const image of images) {
        const source = document.createElement("canvas");
        source.width = full;
        source.height = tall;
        const pixels = source.getContext("2d", {willReadFrequently: true});
        pixels.drawImage(image, 0, 0);
        const view = document.createElement("canvas");
        view.width = view.height = 480;
        view.setAttribute("role", "img");
        view.setAttribute("aria-label", `${image.alt}, enlarged`);
        view.addEventListener("pointermove", event => {
          state.x = clamp(state.left + Math.floor(event.offsetX * 480 / view.clientWidth / state.scale), 0, full - 1);
          state.y = clamp(state.top + Math.floor(event.offsetY * 480 / view.clientHeight / state.scale), 0, tall - 1);
          draw(state, false);
        });
        state.views.push({source, pixels, view});
        box.append(view);
      }
      // Center the change, unless the first pixel that differs would then be outside the view.
      const span = 480 / state.scale;
      state.center = Math.max(width, height) <= span ? [x + width / 2, y + height / 2] : first;
      state.output = document.createElement("output");
      box.append(state.output);
      stage.append(box);
      zooms.set(stage, state);
    }
    if (zooms.get(stage)) draw(zooms.get(stage), true);
  }

  function draw(state, moves) {
    const span = 480 / state.scale;
    if (moves) {
      state.left = Math.round(clamp(state.center[0] - span / 2, 0, Math.max(0, state.width - span)));
      state.top = Math.round(clamp(state.center[1] - span / 2, 0, Math.max(0, state.height - span)));
    }
    const values = state.views.map(({source, pixels, view}) => {
      const context = view.getContext("2d");
      context.imageSmoothingEnabled = false;
      context.clearRect(0, 0, 480, 480);
      context.drawImage(source, state.left, state.top, span, span, 0, 0, 480, 480);
      context.strokeStyle = "#f0f";
      context.lineWidth = 2;
      context.strokeRect(
        (state.x - state.left) * state.scale - 1, (state.y - state.top) * state.scale - 1, state.scale + 2,
        state.scale + 2);
      const data = Array.from(pixels.getImageData(state.x, state.y, 1, 1).data);
      return `${data[3] % 255 ? "≈ " : ""}#${data.map(value => value.toString(16).padStart(2, "0")).join("")}`;
    });
    const verdict = values[0] === values[1] ? "the same" : "different";
    state.output.textContent = `${state.x},${state.y}: ${values[0]} ${values[1]} ${verdict}, × ${state.scale}`;
  }

  function move(dx, dy) {
    const stage = current && current.querySelector(".stage");
    const state = stage && stage.dataset.mode === "zoom" && zooms.get(stage);
    if (!state) return false;
    state.x = clamp(state.x + dx, 0, state.width - 1);
    state.y = clamp(state.y + dy, 0, state.height - 1);
    const span = 480 / state.scale;
    const inside = state.x >= state.left && state.x < state.left + span && state.y >= state.top
      && state.y < state.top + span;
    if (!inside) state.center = [state.x, state.y];
    draw(state, !inside);
    return true;
  }

  function enlarge(factor) {
    const stage = current && current.querySelector(".stage");
    const state = stage && stage.dataset.mode === "zoom" && zooms.get(stage);
    if (!state) return;
    state.scale = clamp(state.scale * factor, 1, 32);
    state.center = [state.x, state.y];
    draw(state, true);
  }

  function filter() {
    const words = document.getElementById("search").value.toLowerCase();
    const verdicts = new Set(all('.filter[aria-pressed="true"]').map(button => button.dataset.verdict));
    for (const section of cases) {
      section.hidden = !verdicts.has(section.dataset.verdict) || !section.dataset.name.toLowerCase().includes(words);
    }
  }

  function switchScheme() {
    const isDark = root.dataset.scheme
      ? root.dataset.scheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.scheme = isDark ? "light" : "dark";
  }

  document.addEventListener("click", event => {
    const section = event.target.closest(".case");
    if (section) select(section, false);
    const button = event.target.closest("button");
    if (button && button.id === "scheme") switchScheme();
    if (button && button.classList.contains("mode")) setMode(section, button.dataset.mode);
    if (button && button.classList.contains("filter")) {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      filter();
    }
    if (!button && event.target.closest('.stage[data-mode="flip"] figure')) flip(section);
  });
  document.getElementById("search").addEventListener("input", filter);

  const keys = {
    j: () => step(1), k: () => step(-1), t: switchScheme, " ": () => flip(current),
    "+": () => enlarge(2), "=": () => enlarge(2), "-": () => enlarge(0.5),
    "/": () => document.getElementById("search").focus(),
  };
  const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.id === "search") {
      if (event.key === "Escape" || event.key === "Enter") event.target.blur();
      return;
    }
    const digit = "12345".indexOf(event.key);
    if (event.key in arrows) {
      if (move(...arrows[event.key])) event.preventDefault();
    } else if (digit >= 0) {
      setMode(current, modes[digit]);
    } else if (event.key in keys && !(event.key === " " && event.target.closest("button"))) {
      event.preventDefault();
      keys[event.key]();
    }
  });

  select(cases.find(section => `#${section.id}` === location.hash) || cases[0], location.hash !== "");
})();
