import { errorTable, errorMessage, failureCodes, type ErrorCode } from '#domain/errors/errors.ts'
import { html, type Html } from './html.ts'
import type { Page } from './layout.ts'

/** Every code the API answers, with its cause and what to do (docs/api.md#errors). */
export function errorsPage(): Page {
  const codes = Object.keys(errorTable).toSorted() as ErrorCode[]
  return {
    title: 'Codes d’erreur',
    lead: 'Testez le champ error.code\u00A0: il ne change jamais. Le message est une phrase que vous pouvez afficher telle quelle.',
    content: html`<h2>Refus de l’API</h2>
      <dl class="codes">${codes.map(errorEntry)}</dl>
      <h2>Motifs d’échec d’un paiement</h2>
      <p>Dans failure.code d’une transaction échouée ou expirée.</p>
      <dl class="codes">${Object.entries(failureCodes).map(failureEntry)}</dl>`,
  }
}

function errorEntry(code: ErrorCode): Html {
  const { http, type, cause, remedy } = errorTable[code]
  return html`<div id="${code}">
    <dt>
      <a href="#${code}"><code>${code}</code></a> <span class="status">${http}</span>
      <span class="type">${type}</span>
    </dt>
    <dd>
      <p class="message">${errorMessage(code)}</p>
      <p>${cause}</p>
      <p><strong>Que faire ?</strong> ${remedy}</p>
    </dd>
  </div> `
}

function failureEntry([code, entry]: [string, { message: string }]): Html {
  return html`<div id="${code}-echec">
    <dt><code>${code}</code></dt>
    <dd><p class="message">${entry.message}</p></dd>
  </div> `
}
