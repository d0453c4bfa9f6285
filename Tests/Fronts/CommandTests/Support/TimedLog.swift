/// A log of three strokes on 60 by 40 points. Each takes half a second, half a second after the one before it. A mark
/// follows the first, and the second has a prediction.
enum TimedLog {
  static let lines = [
    #"{"doodle":1,"size":[60,40]}"#,
    ##"{"tool":"pen","color":"#1e66f5","width":5}"##,
    #"{"phase":"began","touch":1,"point":[5,8],"time":10}"#,
    #"{"phase":"moved","touch":1,"point":[30,14],"time":10.25}"#,
    #"{"phase":"ended","touch":1,"point":[55,8],"time":10.5}"#,
    #"{"command":"mark","name":"one line"}"#,
    #"{"phase":"began","touch":2,"point":[5,20],"time":11}"#,
    #"{"phase":"moved","touch":2,"point":[30,24],"time":11.25}"#,
    #"{"phase":"moved","touch":2,"point":[50,36],"time":11.3,"predicted":true}"#,
    #"{"phase":"ended","touch":2,"point":[55,20],"time":11.5}"#,
    #"{"phase":"began","touch":3,"point":[5,32],"time":12}"#,
    #"{"phase":"ended","touch":3,"point":[55,32],"time":12.5}"#,
  ]

  static let text = SmallLog.text(of: lines)

  /// The first `count` lines.
  static func text(first count: Int) -> String { SmallLog.text(of: Array(lines[..<count])) }

  /// Two black strokes without times on a transparent canvas.
  static let untimed = SmallLog.text(of: [
    #"{"doodle":1,"size":[60,40],"background":"none"}"#,
    #"{"phase":"began","point":[10,10]}"#,
    #"{"phase":"ended","point":[50,10]}"#,
    #"{"phase":"began","point":[10,30]}"#,
    #"{"phase":"ended","point":[50,30]}"#,
  ])
}
