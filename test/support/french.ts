/**
 * Violations of French typography. A list of characters to type, as in « _ . : / - », has no-break spaces throughout.
 */
export function typingFaults(text: string): string[] {
  return [...text.matchAll(/'| (?=[:;!?»])|(?<=«) /g)].map(
    ({ index }) => `at ${index}: ${JSON.stringify(text.slice(Math.max(0, index - 8), index + 8))}`,
  )
}

/** For a browser: the French text of a page, without code and parts marked as another language. */
export const frenchText = `(() => {
  if (document.documentElement.lang !== 'fr') return ''
  const others = [...document.body.querySelectorAll('pre, code, [lang]:not([lang=fr])')]
  const shown = others.map((part) => part.style.display)
  for (const part of others) part.style.display = 'none'
  const text = document.title + '\\n' + document.body.innerText
  others.forEach((part, at) => (part.style.display = shown[at]))
  return text
})()`
