/// The files of workloads that the programs read.
extension Workload {
  /// Writes the log that `doodle` reads. Every line is a touch except the first two and those that change the color.
  func writeLog(to path: String) throws {
    let file = try TextFile(path: path)
    file.write(logHeader)
    forEachStroke { index, touches in
      var lines = index > 0 && colors.count > 1 ? penLine(colors[index % colors.count]) : ""
      for (number, touch) in touches.enumerated() {
        let phase = number == 0 ? "began" : number == touches.count - 1 ? "ended" : "moved"
        lines += touch.line(phase: phase, of: index + 1)
      }
      file.write(lines)
    }
  }

  /// The lines for the canvas and for a pen of constant width.
  var logHeader: String {
    "{\"doodle\":1,\"size\":[\(width),\(height)]}\n" + penLine(colors[0])
  }

  private func penLine(_ color: String) -> String {
    "{\"tool\":\"pen\",\"color\":\"\(color)\",\"width\":\(Workload.lineWidth),\"thinning\":0}\n"
  }

  /// Writes the same strokes as an SVG, one path per stroke.
  func writeSVG(to path: String) throws {
    let file = try TextFile(path: path)
    file.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      <rect width="\(width)" height="\(height)" fill="#fff"/>
      <g fill="none" stroke="#000" stroke-width="\(Workload.lineWidth)" stroke-linecap="round" stroke-linejoin="round">

      """)
    forEachStroke { _, touches in
      file.write("<path d=\"M")
      file.write(touches.map { "\(decimal($0.x, 2)) \(decimal($0.y, 2))" }.joined(separator: "L"))
      file.write("\"/>\n")
    }
    file.write("</g>\n</svg>\n")
  }
}

extension LoggedTouch {
  func line(phase: String, of touch: Int) -> String {
    """
    {"phase":"\(phase)","touch":\(touch),"point":[\(decimal(x, 2)),\(decimal(y, 2))],\
    "time":\(decimal(time, 6)),"pressure":\(decimal(pressure, 3))}

    """
  }
}

/// `value` divided by 10 to the power `places`, with `places` decimal digits.
func decimal(_ value: Int, _ places: Int) -> String {
  let digits = String(value.magnitude)
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  return (value < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
}
