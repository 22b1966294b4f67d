import type { Middleware } from 'koa'
import { stringify } from 'yaml'
import type { JsonObject } from '#http/json.ts'
import { type ErrorCode, errorMessage, errorTable, failureCodes } from '#domain/errors/errors.ts'
import { mandatePageEnding, sandboxCards } from '#domain/sandbox/acquirer.ts'
import { sandboxEndings, sandboxOutcomes } from '#domain/sandbox/numbers.ts'
import { type Html, html, type Page, referencePage } from './reference-page.ts'

/** The APIs that are described: that of merchants, who read its documentation, and that of the service's own staff. */
interface Descriptions {
  readonly merchants: JsonObject
  readonly staff: JsonObject
}

/**
 * The documentation, made once from the routes and the table of errors: `/openapi.json` and the pages of `/docs`, and
 * `/staff/openapi.json`.
 */
export function documentation({ merchants, staff }: Descriptions, styleUrl: string): Middleware {
  const page = (content: string) => ({ type: 'text/html; charset=utf-8', content })
  const files = new Map([
    ['/openapi.json', { type: 'application/json', content: JSON.stringify(merchants) }],
    ['/openapi.yaml', { type: 'application/yaml', content: stringify(merchants, yamlOptions) }],
    ['/staff/openapi.json', { type: 'application/json', content: JSON.stringify(staff) }],
    ['/docs', page(layout(referencePage(merchants), styleUrl))],
    ['/docs/erreurs', page(layout(errorsPage(), styleUrl))],
    ['/docs/sandbox', page(layout(sandboxPage(), styleUrl))],
  ])
  return async (context, next) => {
    const isRead = context.method === 'GET' || context.method === 'HEAD'
    const file = isRead ? files.get(context.path) : undefined
    if (file === undefined) return next()
    context.set({
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=60',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'Content-Type': file.type,
      'Referrer-Policy': 'no-referrer',
    })
    context.body = file.content
  }
}

/** Without anchors and with whole lines, as people read it. */
const yamlOptions = { aliasDuplicateObjects: false, lineWidth: 0 } as const

/** Every code the API answers, with its cause and what to do (docs/api.md#errors). */
function errorsPage(): Page {
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

/** What merchants try their code with: cards, and ends of numbers, each with what it does. */
function sandboxPage(): Page {
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

/** A page of the documentation, in French as all that merchants read. */
function layout(page: Page, styleUrl: string): string {
  return html`<!doctype html>
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title}</title>
        <link rel="stylesheet" href="${styleUrl}" />
      </head>
      <body>
        <header>
          <nav aria-label="Documentation">
            <a href="/docs">Référence de l’API</a> <a href="/docs/erreurs">Codes d’erreur</a>
            <a href="/docs/sandbox">Cartes et numéros de test</a>
            <a href="/openapi.json">openapi.json</a>
          </nav>
        </header>
        <main>
          <h1>${page.title}</h1>
          <p class="lead">${page.lead}</p>
          ${page.content}
        </main>
      </body>
    </html> `.html
}
