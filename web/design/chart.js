// Says the value of the bar that a finger or the keyboard is at; without a script the figures stand in a table.
for (const chart of document.querySelectorAll('[data-chart]')) begin(chart)

function begin(chart) {
  const bars = [...chart.querySelectorAll('[data-text]')]
  const slider = chart.querySelector('input')
  const plot = chart.querySelector('svg')
  const reading = chart.querySelector('output')
  slider.hidden = false
  slider.addEventListener('input', () => show(Number(slider.value)))
  for (const moved of ['pointerdown', 'pointermove'])
    plot.addEventListener(moved, (event) => show(barAt(event.clientX)))

  function barAt(x) {
    const box = plot.getBoundingClientRect()
    const at = Math.floor(((x - box.left) / box.width) * bars.length)
    return Math.min(Math.max(at, 0), bars.length - 1)
  }

  function show(at) {
    const text = bars[at].dataset.text
    slider.value = at
    slider.setAttribute('aria-valuetext', text)
    reading.textContent = text
    for (const bar of bars) bar.classList.toggle('on', bar === bars[at])
  }
}
