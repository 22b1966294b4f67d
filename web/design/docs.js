/* The documentation's own small script: search, copying, trying calls. Pages read well without it. */
const fold = (text) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const words =
  document.documentElement.lang === 'fr'
    ? { copy: 'Copier', copied: 'Copié', none: 'Rien trouvé' }
    : { copy: 'Copy', copied: 'Copied', none: 'Nothing found' }

const search = document.querySelector('form[role=search]')
const found = search?.querySelector('.found')
let index
async function look(query) {
  const wanted = wordsOf(query)
  if (wanted.length === 0) return found.replaceChildren()
  index ??= fetch(document.body.dataset.search)
    .then((answer) => answer.json())
    .then((list) =>
      list.map((entry) => ({
        ...entry,
        head: plain(entry.title),
        all: plain(entry.title + ' ' + entry.text),
      })),
    )
  const list = await index
  const weights = wanted.map((word) => weighed(word, list))
  const entries = list
    .map((entry) => ({ ...entry, score: scoreOf(entry, weights) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 8)
  const none = document.createElement('li')
  none.className = 'none'
  none.textContent = words.none
  found.replaceChildren(
    ...(entries.length > 0 ? [] : [none]),
    ...entries.map((entry) => {
      const link = document.createElement('a')
      link.href = entry.url
      link.textContent = entry.title
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
}
/* The beginnings of the words of a question, without its endings and without the words that every question has. */
const wordsOf = (query) => {
  const all = plain(query).trim().split(' ').filter(Boolean)
  const telling = all.filter((word) => !filler.test(word))
  return (telling.length > 0 ? telling : all).map((word) => word.replace(ending, '$1$2'))
}
const plain = (text) => ' ' + fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ')
const filler =
  /^(a|an|and|are|be|can|come|do|does|for|from|how|i|if|in|is|it|know|me|my|of|on|the|to|what|when|which|why|without|you|au|aux|avec|c|ce|comment|de|des|du|en|est|et|je|l|d|dans|il|la|le|les|ma|mes|mon|on|ou|par|pour|puis|qu|que|quel|quelle|quelles|quels|qui|sans|se|si|sont|sur|t|un|une)$/
const ending = /^(\w{4,}?)(?:ing|ed|es?|s|er|ees?)$|^(\w{2,})s$/
/* A word that few places have says more. */
const weighed = (word, list) => ({
  word,
  weight: Math.log(1 + list.length / list.filter((entry) => entry.all.includes(' ' + word)).length),
})
/* A page named by the word comes first, then titles that have it, then places that say it often. */
const scoreOf = (entry, wanted) =>
  wanted
    .filter((each) => entry.all.includes(' ' + each.word))
    .map((each) => each.weight * timesOf(entry, each.word))
    .reduce((sum, one) => sum + one, 0)
const timesOf = (entry, word) =>
  1 +
  2 * entry.url.split('#')[0].includes(word) +
  1.25 * entry.head.includes(' ' + word) +
  Math.min(entry.all.split(' ' + word).length, 9) / 10
search?.addEventListener('input', (event) => void look(event.target.value))
search?.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.replaceChildren()
})
search?.addEventListener('submit', (event) => {
  event.preventDefault()
  found.querySelector('a')?.click()
})

/* The button lies upon the code: nothing moves when it comes. */
for (const block of document.querySelectorAll('.sample')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.setAttribute('aria-label', words.copy)
  button.addEventListener('click', () => void copy(button, block.querySelector('code')))
  block.append(button)
}
async function copy(button, code) {
  await navigator.clipboard?.writeText(code.textContent)
  button.setAttribute('aria-label', words.copied)
  button.dataset.done = ''
  setTimeout(() => {
    button.setAttribute('aria-label', words.copy)
    delete button.dataset.done
  }, 2000)
}
for (const anchor of document.querySelectorAll('.anchor')) {
  anchor.addEventListener('click', () => void navigator.clipboard?.writeText(anchor.href))
}

for (const form of document.querySelectorAll('.try form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void tryOut(form)
  })
}

async function tryOut(form) {
  const shown = form.querySelector('pre')
  shown.hidden = false
  shown.textContent = await tried(form).catch(String)
}

/* Live keys are not sent from here: a page is no place for them. */
const sandboxKey = /^(SK|PK)SANDBOX_|^tk_test_|^ts_/
async function tried(form) {
  const key = form.elements.key
  const typed = key ? key.value.trim() : ''
  if (key && !sandboxKey.test(typed)) return 'SKSANDBOX_…'
  const method = form.dataset.method
  const answer = await fetch(form.elements.path.value, {
    method,
    headers: headersOf(form, typed),
    ...(method !== 'GET' && { body: form.elements.body ? form.elements.body.value : '{}' }),
  })
  return `${answer.status}\n${JSON.stringify(await answer.json(), null, 2)}`
}
function headersOf(form, key) {
  return {
    ...(key && { Authorization: `Bearer ${key}` }),
    ...(form.dataset.idempotent && { 'Idempotency-Key': crypto.randomUUID() }),
    ...(form.dataset.version && { 'Service-Version': form.dataset.version }),
    ...(form.dataset.method !== 'GET' && { 'Content-Type': 'application/json' }),
  }
}
