// The files that must lie beside a saved log, because it names them: sounds, the fonts of texts, and saved drawings.

import { say } from './controls.js'
import { download } from './files.js'
import { drawingsIn, fileOf } from './saved-drawings.js'

/** Saves the sounds that the user does not have as files. */
export function saveSounds({ microphone, session }) {
  if (microphone.isOn) return say('The sound is still recorded: save again when it has ended.')
  for (const [path, sound] of session.sounds) {
    if (sound.isFile) continue
    download(sound.blob, path)
    sound.isFile = true
    say(`Keep ${path} beside the log: the log names it.`)
  }
}

/** Says which font files a log names, and saves those that the user does not have under that name. */
export function saveFonts({ fonts, pages }) {
  const paths = [...new Set(pages.fonts.map((name) => name.replace(/#\d+$/, '')))]
  if (paths.length === 0) return
  for (const row of new Set(paths.map((path) => fonts.file(path)))) {
    if (!row || row.isFile) continue
    download(new Blob([row.bytes], { type: 'font/sfnt' }), row.name)
    fonts.noteSaved(row)
  }
  const [which, them] = paths.length === 1 ? ['the font', 'it'] : ['the fonts', 'them']
  say(`Keep ${which} ${paths.join(', ')} beside the log, where doodle render finds ${them}: the log names ${them}.`)
}

/** Says which saved drawings a log opens, with the pictures that they name, and offers to save them. */
export function saveDrawings(pages) {
  const drawings = new Map(pages.list.flatMap((page) => drawingsIn(pages.pictures(page))))
  if (drawings.size === 0) return
  const names = [...new Set([...drawings.values()].flatMap((file) => file.names))]
  const saveAll = () => {
    for (const [path, { data, original = data }] of drawings) {
      download(new Blob([original], { type: 'application/json' }), fileOf(path))
    }
  }
  say(`Keep ${names.join(', ')} beside the log: the log names ${names.length === 1 ? 'it' : 'them'}.`, {
    actions: [[names.length === 1 ? 'Save it, too' : 'Save the drawing, too', saveAll]], isBrief: true,
  })
}
