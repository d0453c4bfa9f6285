// The files that must lie beside a saved log, because it names them: sounds, and the fonts of texts.

import { say } from './controls.js'
import { download } from './files.js'
import { fontsIn } from './fonts.js'

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
export function saveFonts({ fonts }, log) {
  const paths = [...new Set(fontsIn(log).map((name) => name.replace(/#\d+$/, '')))]
  if (paths.length === 0) return
  for (const row of new Set(paths.map((path) => fonts.file(path)))) {
    if (!row || row.isFile) continue
    download(new Blob([row.bytes], { type: 'font/sfnt' }), row.name)
    fonts.noteSaved(row)
  }
  const [which, them] = paths.length === 1 ? ['the font', 'it'] : ['the fonts', 'them']
  say(`Keep ${which} ${paths.join(', ')} beside the log, where doodle render finds ${them}: the log names ${them}.`)
}
