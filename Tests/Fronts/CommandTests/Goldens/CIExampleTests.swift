import Foundation
import Testing

/// The files of Examples/ci.
@Suite struct CIExampleTests {
  @Test func `the Makefile fragment checks, writes a report on failure, and accepts`() throws {
    let scratch = try Scratch(["Makefile": "include \(ProjectFiles.root)/Examples/ci/drawings.mk\n"])
    let make = "make -s DOODLE='\(Program.doodle)'"
    let result = try scratch.shell(
      """
      mkdir drawings; cp '\(ProjectFiles.root)/Examples/dots.jsonl' '\(ProjectFiles.root)/Examples/dots.png' drawings
      \(make) check-drawings; echo first $?
      sed -i 's/"width":10/"width":12/' drawings/dots.jsonl
      \(make) check-drawings DOODLE_FLAGS='--error-format github'; echo second $?
      test -s build/drawings/report.html && test -s build/drawings/junit.xml && \(make) accept-drawings
      \(make) check-drawings; echo third $?
      """)
    #expect(
      result.output.contains("\nfirst 0\n") && result.output.contains("\nthird 0\n"), "\(result.output)\(result.errors)"
    )
    #expect(!result.output.contains("\nsecond 0\n") && result.errors.contains("::error file=drawings/dots.jsonl,line="))
  }

  @Test func `the workflow runs targets of the Makefile fragment`() throws {
    let workflow = try String(contentsOfFile: "\(ProjectFiles.root)/Examples/ci/drawings.yml", encoding: .utf8)
    let makefile = try String(contentsOfFile: "\(ProjectFiles.root)/Examples/ci/drawings.mk", encoding: .utf8)
    let targets = workflow.matches(of: /make ([a-z][a-z-]+)/).map { String($0.output.1) }
    #expect(!targets.isEmpty)
    for target in targets { #expect(makefile.contains("\n\(target):\n")) }
    #expect(makefile.contains("DRAWINGS_REPORT ?= build/drawings\n") && workflow.contains("path: build/drawings\n"))
    #expect(!workflow.contains("\t"))
  }
}
