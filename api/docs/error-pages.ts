import { type ErrorCode, errorTable, failureCodes, messageIn } from '#domain/errors/errors.ts'
import { englishFailures } from '#domain/errors/english-failures.ts'
import { englishHelp } from '#domain/errors/english.ts'
import { mandatePageEnding, sandboxCards } from '#domain/sandbox/acquirer.ts'
import { sandboxEndings, sandboxOutcomes } from '#domain/sandbox/numbers.ts'
import { type Html, html, type Page } from './html.ts'
import { type Language, words } from './words.ts'

/** Every code that is answered, with its cause and what to do; those that the API answers merchants first (docs/api.md#errors). */
export function errorsPage(merchants: ReadonlySet<string>, language: Language): Page {
  const codes = Object.keys(errorTable).toSorted() as ErrorCode[]
  const isFrench = language === 'fr'
  return {
    title: words[language].errors,
    lead: isFrench
      ? 'Testez le champ error.code\u00A0: il ne change jamais. Le message est une phrase que vous pouvez afficher telle quelle.'
      : 'Test the field error.code: it never changes. The message is a sentence that you may show as it is; with Accept-Language: en it is in English.',
    content: html`<h2>${isFrench ? 'Refus de l’API' : 'Refusals of the API'}</h2>
      <dl class="codes">
        ${codes.filter((code) => merchants.has(code)).map((code) => errorEntry(code, language))}
      </dl>
      <h2>${isFrench ? 'Motifs d’échec d’un paiement' : 'Why a payment failed'}</h2>
      <p>
        ${isFrench ? 'Dans failure.code d’une transaction échouée ou expirée.' : 'In failure.code of a failed or expired transaction.'}
      </p>
      <dl class="codes">${failures.map((code) => failureEntry(code, language))}</dl>
      <h2>${isFrench ? 'Portail et équipe' : 'Portal and staff'}</h2>
      <dl class="codes">
        ${codes.filter((code) => !merchants.has(code)).map((code) => errorEntry(code, language))}
      </dl>`,
  }
}

function errorEntry(code: ErrorCode, language: Language): Html {
  const { http, type } = errorTable[code]
  const [cause, remedy] = helpOf(code, language)
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

function helpOf(code: ErrorCode, language: Language): readonly [cause: string, remedy: string] {
  const { cause, remedy } = errorTable[code]
  return language === 'fr' ? [cause, remedy] : englishHelp[code]
}

const failures = Object.keys(failureCodes) as (keyof typeof failureCodes)[]

function failureEntry(code: keyof typeof failureCodes, language: Language): Html {
  const { message } = failureCodes[code]
  return html`<div id="${code}-echec">
    <dt><code>${code}</code></dt>
    <dd><p class="message">${language === 'fr' ? message : englishFailures[code]}</p></dd>
  </div> `
}

/** What merchants try their code with: cards, and ends of numbers, each with what it does. */
export function sandboxPage(): Page {
  return {
    title: 'Cartes et numéros de test',
    lead: 'Avec une clé de test, aucun argent ne bouge\u00A0: la carte ou le numéro du payeur décide de l’issue du paiement.',
    content: html`<section>
        <h2>Cartes</h2>
        <p>
          Toute date d’expiration à venir et tout cryptogramme conviennent. Une autre carte valide
          réussit. N’envoyez jamais une vraie carte avec une clé de test.
        </p>
        ${table(
          'Numéro',
          sandboxCards.map(({ number, outcome }) => [number, outcome]),
        )}
      </section>
      <section>
        <h2>Numéros de téléphone</h2>
        <p>
          Les quatre derniers chiffres décident, pour Mobile Money et pour le prélèvement
          (direct_debit).
        </p>
        ${table('Fin du numéro', endings)}
      </section>
      <section>
        <h2>Retraits et remboursements</h2>
        <p>Les mêmes numéros décident d’un retrait :</p>
        ${table('Fin du numéro', rowsOf('payout'))}
        <p>Et du remboursement de ce qu’un numéro a payé :</p>
        ${table('Fin du numéro', rowsOf('refund'))}
      </section>`,
  }
}

type Row = readonly [string, string]

const endings: readonly Row[] = [
  ...rowsOf('collection'),
  [
    mandatePageEnding,
    'Prélèvement\u00A0: le payeur accepte ou refuse le mandat à l’adresse next_action.url\u00A0; Mobile Money\u00A0: réussit',
  ],
  ['autre', sandboxOutcomes.succeeds],
]

function rowsOf(type: Parameters<typeof sandboxEndings>[0]): Row[] {
  return sandboxEndings(type).map(({ ending, scenario }) => [ending, sandboxOutcomes[scenario]])
}

function table(title: string, rows: readonly Row[]): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${title}</th>
        <th scope="col">Issue</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, outcome]) =>
          html`<tr>
            <td><code>${name}</code></td>
            <td>${outcome}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}
