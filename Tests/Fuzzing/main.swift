import CFuzzer
import Foundation

// The fuzzer of one target: `doodle-fuzz --target=NAME`, then the options and files of libFuzzer, which ignores options
// with two dashes. `doodle-fuzz --list` prints the names of the targets and their longest inputs.

if CommandLine.arguments.contains("--list") {
  for target in FuzzTarget.all { print(target.name, target.longest) }
  exit(0)
}
guard FuzzTarget.chosen != nil else {
  let names = FuzzTarget.all.map(\.name) + FuzzTarget.formats.map(\.name)
  print("please give a target: --target= and one of \(names.joined(separator: ", "))")
  exit(2)
}
// Commands write pictures and reports to standard output, libFuzzer its own to standard error.
dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO)
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    FuzzTarget.chosen?.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  })
