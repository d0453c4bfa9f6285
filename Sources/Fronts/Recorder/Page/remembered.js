// Choices of the user that the browser remembers: for the tab, also over a reload, or for all of its tabs.

const PREFIX = 'doodle recorder: '

/** A choice by its name, in `localStorage` or `sessionStorage`; undefined if the browser has none. */
export function remembered(name, storage) {
  try {
    return JSON.parse(globalThis[storage].getItem(PREFIX + name)) ?? undefined
  } catch {
    // A browser that keeps nothing.
    return undefined
  }
}

/** Remembers a choice; undefined forgets it. */
export function remember(name, value, storage) {
  try {
    if (value === undefined) globalThis[storage].removeItem(PREFIX + name)
    else globalThis[storage].setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Then it is so until the page is closed.
  }
}
