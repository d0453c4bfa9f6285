// What the page says about its drawing.

import { find, say } from './controls.js'

/** Shows what can be undone, and whether the drawing is saved and kept. */
export function showState({ pages, session }, isKeeping, isPlain) {
  const { drawing, isEmpty } = session
  const { isUnsaved } = pages
  find('hint').hidden = !pages.isEmpty || session.pictures.size > 0
  for (const name of ['undo', 'redo']) find(name).disabled = drawing[`${name}Count`] === 0 && !pages.canGoBack(name)
  find('clear').disabled = isEmpty
  find('play').disabled = isEmpty || isPlain
  const kept = isKeeping ? ', kept in this browser' : ''
  find('state').value = pages.isEmpty ? 'Nothing drawn yet' : `${isUnsaved ? 'Not saved' : 'Saved'} as a file${kept}`
  for (const id of ['state', 'save']) find(id).classList.toggle('unsaved', isUnsaved)
  document.title = `${isUnsaved ? '• ' : ''}doodle recorder`
}

/** Shows how large the page is seen, if another part than all of it is. */
export function showZoom(view) {
  const percent = `${Math.round(100 * view.zoom)} %`
  find('zoom').hidden = !view.isZoomed
  find('zoom').textContent = percent
  find('zoom').setAttribute('aria-label', `${percent}, show the whole page`)
}

/** Says that the browser can keep no more. */
export function sayItCannotKeep(error, documents) {
  const isFull = error?.name === 'QuotaExceededError'
  say(
    isFull
      ? 'The browser has no more room to keep the drawing: save it as a file.'
      : `The browser does not keep the drawing while you draw (${error?.message ?? error}): save it as a file.`,
    {
      isError: true,
      actions: [['Save', () => documents.save()], ...(isFull ? [['Earlier drawings', () => documents.showEarlier()]] : [])],
    })
}
