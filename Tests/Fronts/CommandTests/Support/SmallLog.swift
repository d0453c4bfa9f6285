/// A log of one stroke on a canvas of 40 by 20 points.
enum SmallLog {
  static let lines = [
    #"{"doodle":1,"size":[40,20]}"#,
    #"{"phase":"began","touch":1,"point":[5,10],"time":0}"#,
    #"{"phase":"moved","touch":1,"point":[20,12],"time":0.01}"#,
    #"{"phase":"moved","touch":1,"point":[30,5],"time":0.02}"#,
    #"{"phase":"ended","touch":1,"point":[35,10],"time":0.03}"#,
  ]

  static let text = text(of: lines)

  static func text(of lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }

  /// A log of a black dot of radius 2 at (20, 10) on white.
  static let dot = text(of: [
    lines[0],
    #"{"tool":"pen","width":4,"thinning":0}"#,
    #"{"phase":"began","point":[20,10],"time":0}"#,
    #"{"phase":"ended","point":[20,10],"time":0.01}"#,
  ])
}
