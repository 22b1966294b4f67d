import {
  type ErrorCode,
  errorTable,
  failureCodes,
  helpIn,
  messageIn,
} from '#domain/errors/errors.ts'
import { englishFailures } from '#domain/errors/english-failures.ts'
import { type Html, html, type Page } from './html.ts'
import { type Language, words } from './words.ts'

/** Every code that the API can answer to merchants, with its cause and remedy (docs/api.md#errors). */
export function errorsPage(merchants: ReadonlySet<string>, language: Language): Page {
  const isFrench = language === 'fr'
  return {
    title: words[language].errors,
    lead: isFrench
      ? 'Testez le champ error.code\u00A0: il ne change jamais. Le message est une phrase que vous pouvez afficher telle quelle.'
      : 'Test the field error.code: it never changes. The message is a sentence that you may show as it is; with Accept-Language: en it is in English.',
    content: html`<h2>${isFrench ? 'Refus de l’API' : 'Refusals of the API'}</h2>
      <dl class="codes">
        ${allCodes.filter((code) => merchants.has(code)).map((code) => errorEntry(code, language))}
      </dl>
      <h2>${isFrench ? 'Motifs d’échec d’un paiement' : 'Why a payment failed'}</h2>
      <p>
        ${isFrench ? 'Dans failure.code d’une transaction échouée ou expirée.' : 'In failure.code of a failed or expired transaction.'}
      </p>
      <dl class="codes">${failures.map((code) => failureEntry(code, language))}</dl>`,
  }
}

const allCodes = Object.keys(errorTable).toSorted() as ErrorCode[]

/** Every code. Refusals of the desk link here; merchants never see this page. */
export function staffErrorsPage(language: Language): Page {
  const isFrench = language === 'fr'
  return {
    title: isFrench ? 'Codes d’erreur de l’équipe' : 'Error codes for the staff',
    lead: '',
    content: html`<dl class="codes">${allCodes.map((code) => errorEntry(code, language))}</dl>`,
  }
}

function errorEntry(code: ErrorCode, language: Language): Html {
  const { http, type } = errorTable[code]
  const [cause, remedy] = helpIn(language, code)
  return html`<div id="${code}">
    <dt>
      <a href="#${code}"><code>${code}</code></a> <span class="status">${http}</span>
      <span class="type">${type}</span>
    </dt>
    <dd>
      <p class="message">${messageIn(language, code)}</p>
      <p>${cause}</p>
      <p><strong>${language === 'fr' ? 'Que faire\u00A0?' : 'What to do:'}</strong> ${remedy}</p>
    </dd>
  </div> `
}

const failures = Object.keys(failureCodes) as (keyof typeof failureCodes)[]

function failureEntry(code: keyof typeof failureCodes, language: Language): Html {
  const { message } = failureCodes[code]
  return html`<div id="${code}-echec">
    <dt><code>${code}</code></dt>
    <dd><p class="message">${language === 'fr' ? message : englishFailures[code].message}</p></dd>
  </div> `
}
