import type { OurSide, TheirSide } from '#use-cases/reconciliation/list-differences.ts'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { paths } from '#web/staff/paths.ts'
import { ourStatusName, statementStatusNames } from './words.ts'

/** What our books say of an order. */
export function Ours({ ours }: { readonly ours: OurSide | null }) {
  return (
    <section class="card stack">
      <h2>Chez nous</h2>
      {ours === null ? (
        <p class="soft">Nous ne connaissons pas cette opération.</p>
      ) : (
        <Facts
          facts={[
            { label: 'Montant', value: <Amount of={ours.amount} /> },
            { label: 'État trouvé', value: ourStatusName(ours) },
            { label: 'Référence', value: ours.reference },
            {
              label: 'Marchand',
              value: <a href={`${paths.merchants}/${ours.merchant.id}`}>{ours.merchant.name}</a>,
            },
            { label: 'Service', value: ours.service.name },
          ]}
        />
      )}
    </section>
  )
}

/** What the statement says of it. */
export function Theirs({ theirs }: { readonly theirs: TheirSide | null }) {
  return (
    <section class="card stack">
      <h2>Sur le relevé</h2>
      {theirs === null ? (
        <p class="soft">Aucune ligne du relevé ne la dit.</p>
      ) : (
        <Facts
          facts={[
            { label: 'Montant', value: <Amount of={theirs.amount} /> },
            { label: 'État dit', value: statementStatusNames[theirs.status] },
            { label: 'Référence de l’opérateur', value: theirs.operatorReference },
            {
              label: 'Notre référence',
              value: theirs.reference && <code>{theirs.reference}</code>,
            },
            { label: 'Ligne du fichier', value: theirs.line },
            { label: 'Heure', value: <ExactTime at={theirs.at} /> },
          ]}
        />
      )}
    </section>
  )
}
