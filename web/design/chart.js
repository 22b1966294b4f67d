// Says the value of the bar that a finger or the keyboard is at; without a script the figures stand in a table.

/** Where each slider that refreshes was moved to. */
const chosen = new Map()

beginAll()
addEventListener('htmx:oobAfterSwap', beginAll)

function beginAll() {
  for (const chart of document.querySelectorAll('[data-chart]:not([data-begun])')) begin(chart)
}

function begin(chart) {
  chart.dataset.begun = 'yes'
  const bars = [...chart.querySelectorAll('[data-text]')]
  const slider = chart.querySelector('input')
  const plot = chart.querySelector('svg')
  const reading = chart.querySelector('output')
  slider.hidden = false
  slider.addEventListener('input', () => show(Number(slider.value)))
  for (const moved of ['pointerdown', 'pointermove'])
    plot.addEventListener(moved, (event) => show(barAt(event.clientX)))
  if (chosen.has(slider.id)) show(Math.min(chosen.get(slider.id), bars.length - 1))

  function barAt(x) {
    const box = plot.getBoundingClientRect()
    const at = Math.floor(((x - box.left) / box.width) * bars.length)
    return Math.min(Math.max(at, 0), bars.length - 1)
  }

  function show(at) {
    const text = bars[at].dataset.text
    if (slider.id) chosen.set(slider.id, at)
    slider.value = at
    slider.setAttribute('aria-valuetext', text)
    reading.textContent = text
    for (const bar of bars) bar.classList.toggle('on', bar === bars[at])
  }
}
