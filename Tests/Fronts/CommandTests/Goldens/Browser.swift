import Foundation
import Testing

/// Controls a page in headless Chromium over the browser's debugging pipe.
struct Browser {
  /// One action on the page.
  enum Step {
    case key(String)
    /// Evaluates JavaScript and returns its value.
    case look(String)
    /// Waits until JavaScript is true: what a page does asynchronously takes as long as the machine has other work.
    case wait(String)
    /// Presses the pointer at one position and releases it at another. Both are JavaScript that returns [x, y] in pixels.
    case drag(from: String, to: String)
    /// Returns the upper left corner of the window as a PNG in Base64.
    case picture(width: Int, height: Int)
  }

  static let program = ["chromium", "chromium-browser", "google-chrome"].compactMap(Program.path(of:)).first

  static var isInstalled: Bool { program != nil && Program.exists("python3") }

  static let comment: Comment = "needs Chromium and python3 (Debian: chromium)"

  /// Opens a page and performs the steps.
  /// - Parameter options: Further options of the browser.
  /// - Returns: The values and pictures that the steps return, in order.
  static func run(
    _ page: String, in scratch: Scratch, options: String = "", _ steps: [Step]
  ) throws -> [String] {
    let list = steps.map { step -> [String: String] in
      switch step {
      case .key(let key): ["key": key]
      case .look(let expression): ["look": expression]
      case .wait(let expression): ["wait": expression]
      case .drag(let from, let to): ["from": from, "to": to]
      case .picture(let width, let height): ["width": String(width), "height": String(height)]
      }
    }
    try scratch.write(JSONSerialization.data(withJSONObject: list), to: "steps.json")
    try scratch.write(Data(script.utf8), to: "browser.py")
    let result = try scratch.shell("python3 browser.py '\(program ?? "")' '\(page)' steps.json \(options)")
    try #require(result.status == 0, "\(result.errors)")
    return try #require(JSONSerialization.jsonObject(with: result.outputBytes) as? [String])
  }

  private static let script = """
    import json, os, signal, subprocess, sys, tempfile, time
    step = 'the start of the browser'
    def give_up(*_):
        browser.kill()
        sys.exit('no answer within two minutes to: ' + str(step))
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(120)
    to_read, to_browser = os.pipe()
    from_browser, to_write = os.pipe()
    def streams():
        # Duplicated first, because they may be 3 or 4 themselves.
        a, b = os.dup(to_read), os.dup(to_write)
        os.dup2(a, 3); os.dup2(b, 4)
    profile = tempfile.TemporaryDirectory()
    browser = subprocess.Popen(
        [sys.argv[1], '--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--window-size=1200,900',
         '--disable-dev-shm-usage', '--user-data-dir=' + profile.name, '--remote-debugging-pipe', '--hide-scrollbars',
         '--force-color-profile=srgb', *sys.argv[4:], 'about:blank'],
        close_fds=False, preexec_fn=streams, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(to_read); os.close(to_write)
    number, buffer, problems = 0, b'', []
    def call(method, session=None, **params):
        global number, buffer
        number += 1
        message = {'id': number, 'method': method, 'params': params}
        if session: message['sessionId'] = session
        os.write(to_browser, json.dumps(message).encode() + b'\\0')
        while True:
            while b'\\0' not in buffer:
                part = os.read(from_browser, 1 << 16)
                if not part: sys.exit('the browser ended')
                buffer += part
            text, buffer = buffer.split(b'\\0', 1)
            answer = json.loads(text)
            if answer.get('method') in ('Runtime.exceptionThrown', 'Network.requestWillBeSent'):
                url = answer['params'].get('request', {}).get('url', 'exception')
                if not url.startswith(('file:', 'data:')): problems.append(url)
            if answer.get('id') == number:
                if 'error' in answer: sys.exit(str(answer))
                return answer['result']
    target = next(t for t in call('Target.getTargets')['targetInfos'] if t['type'] == 'page')['targetId']
    session = call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
    def look(expression):
        result = call('Runtime.evaluate', session, expression='(async () => String(' + expression + '))()',
                      awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in result: sys.exit(expression + ': ' + str(result['exceptionDetails']))
        return result['result']['value']
    for domain in ('Page', 'Runtime', 'Network'): call(domain + '.enable', session)
    call('Page.navigate', session, url='file://' + os.path.abspath(sys.argv[2]))
    while look('document.readyState + location.protocol') != 'completefile:': time.sleep(0.02)
    seen = []
    for step in json.load(open(sys.argv[3])):
        if 'look' in step: seen.append(look(step['look']))
        while 'wait' in step and look(step['wait']) != 'true': time.sleep(0.02)
        if 'key' in step:
            text = step['key'] if len(step['key']) == 1 else ''
            call('Input.dispatchKeyEvent', session, type='keyDown', key=step['key'], text=text)
            call('Input.dispatchKeyEvent', session, type='keyUp', key=step['key'])
            look('await new Promise(done => setTimeout(done, 50))')
        if 'width' in step:
            clip = {'x': 0, 'y': 0, 'width': int(step['width']), 'height': int(step['height']), 'scale': 1}
            seen.append(call('Page.captureScreenshot', session, format='png', clip=clip)['data'])
        if 'from' in step:
            for kind, end, buttons in (
                    ('mouseMoved', 'from', 0), ('mousePressed', 'from', 1), ('mouseMoved', 'to', 1),
                    ('mouseReleased', 'to', 0)):
                x, y = map(float, look(step[end]).split(','))
                call('Input.dispatchMouseEvent', session, type=kind, x=x, y=y, buttons=buttons,
                     button='none' if kind == 'mouseMoved' and not buttons else 'left', clickCount=1)
    call('Browser.close')
    browser.wait()
    if problems: sys.exit('\\n'.join(problems))
    print(json.dumps(seen))
    """
}
