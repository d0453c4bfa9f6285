/// Why a stream cannot be decompressed. The raw values are the words for it.
package enum InflateError: String, Error {
  case header = "the pixels' zlib header is wrong"
  case dictionary = "the pixels ask for a preset dictionary"
  case blockType = "a block of the pixels has no type that DEFLATE knows"
  case storedLength = "a stored block of the pixels has two lengths"
  case symbolCount = "a block of the pixels has more symbols than DEFLATE"
  case codeLengths = "a block of the pixels repeats a code length that it does not have"
  case code = "a block of the pixels has a code that is over-subscribed or incomplete"
  case missingEnd = "a block of the pixels has no code for its end"
  case symbol = "the pixels have a code that stands for nothing"
  case distance = "the pixels repeat what is too far back"
  case checksum = "the pixels fail their checksum"
}
