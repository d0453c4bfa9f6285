/** Records what is drawn on an element as lines of a log that doodle reads. Returns a function that gives the log. */
export function logTouches(element) {
  const pointers = { mouse: 'mouse', pen: 'pencil', touch: 'finger' }
  const { width, height } = element.getBoundingClientRect()
  const lines = [{ doodle: 1, size: [width, height], scale: devicePixelRatio }]
  let start

  function log(phase, event, predicted) {
    const { left, top } = element.getBoundingClientRect()
    start ??= event.timeStamp
    const isPen = event.pointerType === 'pen'
    lines.push({
      phase, touch: event.pointerId, point: [event.clientX - left, event.clientY - top],
      // Browsers report 0.5 for what has no sensor, and 0 for a pen that leaves.
      pressure: isPen && phase !== 'ended' ? event.pressure : undefined,
      altitude: isPen ? event.altitudeAngle : undefined, azimuth: isPen ? event.azimuthAngle : undefined,
      time: (event.timeStamp - start) / 1000, pointer: pointers[event.pointerType], predicted,
    })
  }

  // Fingers draw; they do not scroll.
  element.style.touchAction = 'none'
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    log('began', event)
  })
  element.addEventListener('pointermove', (event) => {
    if (!element.hasPointerCapture(event.pointerId)) return
    // A browser joins the events between two frames, and predicts the next ones.
    const joined = event.getCoalescedEvents?.() ?? []
    for (const one of joined.length > 0 ? joined : [event]) log('moved', one)
    for (const next of event.getPredictedEvents?.() ?? []) log('moved', next, true)
  })
  for (const [type, phase] of [['pointerup', 'ended'], ['pointercancel', 'cancelled']]) {
    element.addEventListener(type, (event) => element.hasPointerCapture(event.pointerId) && log(phase, event))
  }
  return () => lines.map((line) => JSON.stringify(line) + '\n').join('')
}
