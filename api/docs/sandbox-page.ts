import { mandatePageEnding, sandboxCards } from '#domain/sandbox/acquirer.ts'
import { sandboxEndings, sandboxOutcomes } from '#domain/sandbox/numbers.ts'
import { html, type Html } from './html.ts'
import type { Page } from './layout.ts'

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
