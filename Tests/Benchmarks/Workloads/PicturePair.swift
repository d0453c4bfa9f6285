/// Two pictures of a workload that differ a little: the second lacks the last stroke.
struct PicturePair {
  /// The paths of the PNGs.
  let paths: [String]

  init(of workload: Workload, _ run: Run) throws {
    let log = try run.log(of: workload)
    let whole = run.path(of: workload, as: "png")
    let part = run.path(of: workload, as: "part.png")
    try run.make(["render", log, "-o", whole])
    try run.make(["render", log, "--at", "stroke:\(workload.strokes - 1)", "-o", part])
    paths = [whole, part]
  }
}
