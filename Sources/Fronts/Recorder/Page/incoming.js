// What other programs give the page: files that are dropped, pictures and words that are pasted.

/** Listens for a recorder. */
export function listenToIncoming(recorder) {
  const { documents, hand, selecting } = recorder
  addEventListener('dragover', (event) => event.preventDefault())
  addEventListener('drop', (event) => {
    event.preventDefault()
    documents.openFiles([...event.dataTransfer.files], { place: event })
  })
  addEventListener('paste', (event) => {
    if (event.target.matches?.('input, textarea') || document.querySelector('dialog[open]')) return
    const files = [...event.clipboardData.files]
    const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n').trimEnd()
    if (files.length > 0) documents.openFiles(files)
    else if (text === '' || selecting.isCopied(text)) recorder.paste()
    else recorder.change(() => hand.texts.add(text))
  })
}
