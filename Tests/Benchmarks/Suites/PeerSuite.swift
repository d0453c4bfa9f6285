/// The command and the library compared with others that do the same work, by turns in each round.
enum PeerSuite {
  /// A program that draws a workload to a PNG.
  struct Peer {
    var name: String
    /// The command line that draws a workload.
    var words: (_ workload: Workload, _ output: String) -> [String]
  }

  /// The programs that draw, `doodle` first.
  static func peers(_ run: Run, in folder: String) -> [Peer] {
    let python = "\(folder)/venv/bin/python"
    let scripts = "Tests/Benchmarks/Peers"
    func log(_ workload: Workload) -> String { run.path(of: workload) }
    func drawing(_ workload: Workload) -> String { run.path(of: workload, as: "svg") }
    return [
      Peer(name: "doodle") { [run.doodle, "render", "--quiet", log($0), "-o", $1] },
      Peer(name: "cairo") { ["\(folder)/cairo", log($0), "whole", $1] },
      Peer(name: "cairo, segment by segment") { ["\(folder)/cairo", log($0), "segments", $1] },
      Peer(name: "AGG") { ["\(folder)/agg", log($0), "whole", $1] },
      Peer(name: "skia-python") { [python, "\(scripts)/skia_drawing.py", log($0), $1] },
      Peer(name: "resvg, Python wheel (SVG)") { [python, "\(scripts)/resvg_drawing.py", drawing($0), $1] },
      Peer(name: "rsvg-convert (SVG)") { ["rsvg-convert", drawing($0), "-o", $1] },
    ]
  }

  static func run(_ run: Run) throws -> [Result] {
    guard let folder = run.peers else { throw Run.UsageError() }
    for workload in Workload.all {
      try workload.writeLog(to: run.path(of: workload))
      try workload.writeSVG(to: run.path(of: workload, as: "svg"))
    }
    let table = PeerTable(
      processes: try processes(run, peers(run, in: folder)),
      stages: try stages(run, in: folder) + pngs(run, in: folder) + diffs(run, in: folder))
    print(run.printsMarkdown ? table.markdown : table.text)
    return table.results
  }

  private static func processes(_ run: Run, _ peers: [Peer]) throws -> [PeerTable.Process] {
    try Workload.all.flatMap { workload in
      let benchmarks = [run.oneProcessor, run.allProcessors].flatMap { processors in
        peers.map { peer in
          let output = "\(run.work)/\(peer.name.prefix { $0 != "," && $0 != " " }).png"
          return ProcessBenchmark(
            name: "\(peer.name) \(workload.name), \(processors.count == 1 ? "one processor" : "all processors")",
            words: peer.words(workload, output), processors: processors, output: output)
        }
      }
      return zip(benchmarks, try ProcessBenchmark.run(benchmarks, rounds: run.rounds)).enumerated().map {
        index, found in
        let (time, memory) = found.0.results(found.1)
        return PeerTable.Process(
          peer: peers[index % peers.count].name, workload: workload.name, isAlone: index < peers.count, time: time,
          memory: memory)
      }
    }
  }
}
