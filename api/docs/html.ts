/** HTML that is safe to put into a page as it is. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | null | readonly Part[]

/** A piece of a page. Everything put into the template is escaped, except pieces that are Html already. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.reduce((page, text, at) => page + htmlOf(parts[at - 1] ?? null) + text) }
}

/** A sentence of a description; text between backticks becomes code. */
export function sentence(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`
}

/** Code with a copy button. */
export function sample(code: string): Html {
  return html`<div class="sample">
    <pre tabindex="0"><code>${code}</code></pre>
  </div>`
}

/** The content of a documentation page, without the layout around it. */
export interface Page {
  readonly title: string
  readonly lead: string
  readonly content: Html
}

function htmlOf(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string') return escape(part)
  if (typeof part === 'number') return String(part)
  return 'html' in part ? part.html : part.map(htmlOf).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
