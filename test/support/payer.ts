import assert from 'node:assert/strict'
import { freshPhone } from './tenant.ts'

/** A page as seen by a browser without scripts. */
export interface PayerAnswer {
  readonly status: number
  readonly headers: Headers
  /** The redirect target, or an empty text. */
  readonly location: string
  readonly text: string
  /** The values of its form, by field name. */
  readonly form: Readonly<Record<string, string>>
}

/** A payer's browser: keeps cookies, and submits forms as the page shows them. */
export class PayerBrowser {
  readonly baseUrl: string
  readonly cookies = new Map<string, string>()

  readonly language: string

  /** `language` is what it asks pages for; any without it. */
  constructor({
    baseUrl,
    language = '*',
  }: {
    readonly baseUrl: string
    readonly language?: string
  }) {
    this.baseUrl = baseUrl
    this.language = language
  }

  get(path: string): Promise<PayerAnswer> {
    return this.#ask(path, {})
  }

  post(
    path: string,
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { 'Sec-Fetch-Site': 'same-origin' },
  ): Promise<PayerAnswer> {
    return this.#ask(path, { method: 'POST', body: new URLSearchParams(form), headers })
  }

  /** Opens the page, fills in its form and submits it; returns the form's answer. */
  async pay(path: string, typed: Readonly<Record<string, string>> = {}): Promise<PayerAnswer> {
    const { status, form } = await this.get(path)
    assert.equal(status, 200)
    return this.post(path, { ...form, ...goodPayer(), ...typed })
  }

  /** Reads a payment's page until it is no longer pending. */
  async untilEnded(path: string): Promise<PayerAnswer> {
    for (let look = 0; look < looksMax; look += 1) {
      const page = await this.get(path)
      if (!page.text.includes('data-state="pending"')) return page
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`${path} waits on`)
  }

  /** The `Cookie` header. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async #ask(path: string, { headers, ...init }: Asked): Promise<PayerAnswer> {
    const response = await fetch(this.baseUrl + path, {
      ...init,
      redirect: 'manual',
      headers: {
        Accept: 'text/html',
        'Accept-Language': this.language,
        Cookie: this.cookieHeader,
        ...headers,
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.cookies.set(name, value)
    }
    const text = await response.text()
    const location = response.headers.get('Location') ?? ''
    return {
      status: response.status,
      headers: response.headers,
      location,
      text,
      form: formIn(text),
    }
  }
}

const looksMax = 400

interface Asked {
  readonly method?: string
  readonly body?: URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
}

/** The form input of a payer in Benin, with a different number each time. */
export function goodPayer(ending?: string) {
  return {
    numero: freshPhone(ending).slice(3),
    operateur: 'mtn-benin',
    nom: 'Awa Dossou',
    email: 'awa@example.com',
  }
}

function formIn(text: string): Record<string, string> {
  const inputs = text.matchAll(/<input [^>]*>/g)
  const values = [...inputs].flatMap(([tag]) => {
    const [, name] = / name="([^"]*)"/.exec(tag) ?? []
    const isOff = tag.includes('type="radio"') && !/ checked/.test(tag)
    return name === undefined || isOff ? [] : [[name, / value="([^"]*)"/.exec(tag)?.[1] ?? '']]
  })
  return Object.fromEntries(values) as Record<string, string>
}

/** The text of a page, with plain spaces. */
export function wordsOf({ text }: Pick<PayerAnswer, 'text'>): string {
  const body = text.slice(text.indexOf('<main'))
  return body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00A0\u202F]+/g, ' ')
}
