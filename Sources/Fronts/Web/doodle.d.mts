/** An input that a drawing refuses: a wrong line or touch, or a canvas that is too large. */
export class DoodleError extends Error {
  /** In the log, from 1; 0 if the error concerns no line. */
  readonly line: number
  readonly column: number
  readonly reason: string
  /** From a text such as `2 5 message`: line, column and reason. */
  constructor(text: string)
}

export interface DrawingOptions {
  /**
   * The size in points, both sides or none. It replaces the size in a header that is applied. Without it the log's
   * header has the size, or the picture is as large as the ink.
   */
  width?: number | undefined
  height?: number | undefined
  /** Pixels per point. It replaces the scale in a header that is applied. */
  scale?: number | undefined
  /** Whether ink continues to the predicted touches. */
  predictions?: boolean | undefined
}

export interface PNGOptions {
  /** Whether the file names the version, the stroke model and the SHA-256 of the log, as with `--metadata`. */
  metadata?: boolean | undefined
  /** The resolution in dots per inch that the file states. It changes no pixel. */
  dpi?: number | undefined
}

export interface FilmOptions {
  /** Times that of the hand, 0.001 to 1000000; 1 if it is omitted. */
  speed?: number | undefined
  /** Longer pauses are shortened to it, 0 to 1000000 seconds. */
  idleLimit?: number | undefined
  /** How often the film plays; 0 for forever, which is usual. */
  plays?: number | undefined
}

export interface PagePicture {
  /** In pixels. */
  width: number
  height: number
  /** Red, green, blue and straight alpha of each pixel, rows from the top. */
  data: Uint8Array | Uint8ClampedArray
}

/** Bytes of their own, which no other thread can change: what `Blob` and `ImageData` take from TypeScript 5.7 on. */
export type Bytes = ReturnType<Uint8Array['slice']>
export type PixelBytes = ReturnType<Uint8ClampedArray['slice']>

/** A line of a log. */
export type Line = { readonly [key: string]: unknown }

export type Phase = 'began' | 'moved' | 'stationary' | 'ended' | 'cancelled'

export interface TouchProperties {
  /** 1 is full pressure; left out if the device reports none. */
  pressure?: number | undefined
  /** In seconds. */
  time?: number | undefined
  /** The pen's angle above the surface, and its direction from the x axis, in radians. */
  altitude?: number | undefined
  azimuth?: number | undefined
  /** How far the pen is turned about its own axis, clockwise, in degrees. */
  twist?: number | undefined
  /** The position of the wheel or slider on the pen's barrel, -1 to 1. */
  tangentialPressure?: number | undefined
  /** The width and height in which the touch meets the surface, in points. */
  contact?: readonly [number, number] | undefined
  pointer?: 'finger' | 'pencil' | 'mouse' | undefined
  predicted?: boolean | undefined
  /** The number by which a revision refers to this event. */
  index?: number | undefined
}

/** In pixels or points. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Selection extends Box {
  /** The words of a text; empty for other elements. */
  text: string
}

/** The moments of a log, an entry for each event. */
export interface Timeline {
  /** Whether any event has a time of its own. */
  isTimed: boolean
  /** In seconds since the beginning, never decreasing. */
  times: Float64Array
  /** The number of bytes up to the end of the event's line. */
  ends: Uint32Array
}

/** What a saved drawing says before a line opens it. */
export interface SavedDrawing {
  /** That of a log. Its `background` may name a picture to add. */
  header: Line
  /** The names of the pictures and the fonts to add before the line that opens it. */
  pictures: string[]
  fonts: string[]
  /** The images within it, in base64: pictures to add with these texts as their names. */
  embedded: string[]
}

export interface Drawing {
  /**
   * Applies whole lines of a log: text, bytes of UTF-8, an object, or an array of objects, each of which is a line.
   * Throws `DoodleError`; the lines before the wrong one have been applied.
   */
  apply(lines: string | ArrayBuffer | ArrayBufferView | Line | readonly Line[]): void
  /**
   * Adds the pixels of a picture that later lines name as an image or as the background, by the path in the log, or by
   * the text of an image's "data".
   */
  addPicture(name: string, picture: ImageData | PagePicture): void
  /**
   * Adds a font that later lines name: the bytes of a TrueType or OpenType file, by the path in the log. The font with
   * an empty name draws what others lack. Throws `DoodleError` if the bytes are no font.
   */
  addFont(name: string, bytes: ArrayBuffer | Uint8Array): void
  /**
   * Adds a saved drawing that a line opens: the bytes of a file of `doodle save` or of Drawsana, by the path in the log.
   * Paths in it are relative to its folder. Throws `DoodleError` with a place in the file.
   */
  addDrawing(path: string, bytes: ArrayBuffer | Uint8Array): SavedDrawing
  /** Applies a touch at a position in points. Throws `DoodleError`; the drawing is then unchanged. */
  touch(phase: Phase, id: number | string, x: number, y: number, properties?: TouchProperties): void
  /**
   * Shows a part of the canvas from the next update on: its corner in points, its size in pixels, and pixels per point.
   * Without it, all of the canvas at its own scale. Throws `DoodleError` if a picture is under the ink.
   */
  view(part?: Box & { scale: number }): void
  /** Updates the pixels. Returns the box of those that changed; null if none did. */
  changedRect(): Box | null
  /** Updates the pixels, and copies those that changed to a context of any canvas. Returns their box; null if none did. */
  draw(target: Pick<CanvasRenderingContext2D, 'putImageData'> | ImageData): Box | null
  /** In pixels; 1 times 1 as long as the log has no size. */
  readonly width: number
  readonly height: number
  /** Red, green, blue and alpha, rows from the top; valid until the next call. */
  readonly pixels: PixelBytes
  /** The hash of the finished picture, as `doodle hash` prints it. */
  hash(): string
  /** The finished picture as a PNG. Throws `DoodleError` if there is nothing to show. */
  png(options?: PNGOptions): Bytes
  /** The pixels of the finished picture, straight alpha. Throws `DoodleError` if there is nothing to show. */
  picture(): { width: number; height: number; data: PixelBytes }
  /** The finished drawing as an SVG document. Throws `DoodleError` if there is nothing to show. */
  svg(): string
  /** An SVG document that draws itself. Throws `DoodleError` if there is nothing to show. */
  svgFilm(options?: FilmOptions): string
  /** The events so far as a touch log, which begins with a header; or its bytes from `start` on. */
  log(start?: number): string
  /** The numbers of steps that undo and redo can take, and the number of events so far. */
  readonly undoCount: number
  readonly redoCount: number
  readonly eventCount: number
  /** The number of bytes of the log. */
  readonly logLength: number
  /** The ids of the elements that can be selected, the lowest first. */
  readonly elements: string[]
  /** The boxes of these elements in points, in the same order. */
  readonly boxes: Box[]
  /** The id of the topmost element within `reach` points, usually 4, of a position; null if there is none. */
  elementAt(x: number, y: number, reach?: number): string | null
  /**
   * The styles of the elements with these ids, the lowest first: the keys of a log, `id`, `tool`, the words of a `text`
   * and a `warning` if its font lacks letters, the `center` about which the element is rotated and scaled, the factor by
   * which it is, `scale`, the `ends` of a line or an arrow, [x, y, x, y], and the `box` that the command `stretch` makes
   * wider and higher, [left, top, right, bottom], unless it is turned.
   */
  styles(ids: readonly string[]): Line[]
  /**
   * Shows what lines would change, without adding them to the log; each call goes on from the last. Without lines, or
   * with the next line of the log, the preview ends.
   */
  preview(lines?: string | ArrayBuffer | ArrayBufferView | Line | readonly Line[]): void
  /** Whether a touch is down. */
  readonly isTouched: boolean
  /** The name of the stroke model. */
  readonly model: string
  /** The selected element, in points. */
  readonly selection: Selection | null
  delete(): void
}

export class Doodle {
  /** Loads `doodle.wasm`. */
  static load(
    source: BufferSource | WebAssembly.Module | Response | Promise<BufferSource | WebAssembly.Module | Response>
  ): Promise<Doodle>
  /** Begins a drawing, whose log begins with a header. Throws `DoodleError`. */
  newDrawing(options?: DrawingOptions): Drawing
  timeline(log: Uint8Array): Timeline
  /** The number of bytes of the engine's memory. */
  readonly memory: number
}
