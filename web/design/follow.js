// The page of a payment under way says at once what became of it; without a script it is loaded again.
const followed = document.querySelector('#suivi')
const pollMs = 4000
// A network may hold the stream back, or lose it without a word.
const doubtMs = 30_000
let source
let shownAt

if (followed) {
  begin()
  if (isPending()) watch()
}

function state() {
  return followed.firstElementChild.dataset
}

function isPending() {
  return 'events' in state()
}

function watch() {
  if (window.EventSource) listen()
  else poll()
  setInterval(tick, 1000)
  setInterval(look, doubtMs)
  // The operator's question may have put this page to sleep.
  addEventListener('visibilitychange', wake)
  addEventListener('pageshow', wake)
}

function wake() {
  if (!document.hidden) void look()
}

function begin() {
  // This clock goes on while the phone sleeps; what it shows does not matter.
  shownAt = Date.now()
  const ready = '[data-print]' + (navigator.share ? ',[data-share]' : '')
  for (const button of followed.querySelectorAll(ready)) button.hidden = false
  tick()
}

function show(html) {
  if (!isPending()) return
  followed.innerHTML = html
  document.title = state().title
  begin()
  if (isPending()) return
  source?.close()
  scrollTo(0, 0)
}

function listen() {
  source = new EventSource(state().events)
  source.addEventListener('state', (event) => show(event.data))
  source.addEventListener('error', () => source.readyState === EventSource.CLOSED && poll())
}

function poll() {
  setTimeout(async () => {
    await look()
    if (isPending()) poll()
  }, pollMs)
}

async function look() {
  if (!isPending()) return
  const answer = await fetch(location.pathname).catch(() => undefined)
  if (!answer?.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const news = page.querySelector('#suivi')
  if (news.firstElementChild.dataset.state !== state().state) show(news.innerHTML)
}

function tick() {
  const clock = followed.querySelector('[data-left]')
  if (!clock) return
  followed.querySelector('.away').hidden = navigator.onLine
  const left = Math.max(0, Math.round(clock.dataset.left - (Date.now() - shownAt) / 1000))
  const minutes = left < 60 ? '' : `${Math.floor(left / 60)}\u00A0min `
  clock.textContent = `${minutes}${left % 60}\u00A0s`
  followed.querySelector('progress').value = left
}
