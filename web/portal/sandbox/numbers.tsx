import {
  plainEnding,
  sandboxEndings,
  sandboxNumber,
  sandboxOperators,
  sandboxOutcomes,
} from '#domain/sandbox/numbers.ts'
import { mandatePageEnding, type SandboxCard, sandboxCards } from '#domain/sandbox/acquirer.ts'
import { More } from '#web/design/ask.tsx'
import { CopyButton } from '#web/design/button.tsx'
import { type Column, Table } from '#web/design/table.tsx'

/** The numbers and cards whose outcome is known, as the sandbox itself has them. */
export function MagicNumbers() {
  return (
    <section class="card stack">
      <h2>Numéros et cartes de test</h2>
      <p class="soft">
        Les quatre derniers chiffres du numéro décident, chez tous les opérateurs. Toute autre fin
        réussit.
      </p>
      <More title="Paiements par Mobile Money" isOpen>
        <Numbers caption="Paiements par Mobile Money" rows={[plain, ...rowsOf('collection')]} />
      </More>
      <More title="Cartes">
        <Table
          caption="Cartes de test"
          columns={cardColumns}
          rows={sandboxCards}
          keyOf={({ number }) => number}
        />
        <p class="soft">
          Toute autre carte valable réussit. L’expiration et le code peuvent être quelconques.
        </p>
      </More>
      <More title="Prélèvements">
        <p class="soft">Comme les paiements par Mobile Money, et de plus{'\u00A0'}:</p>
        <Numbers caption="Prélèvements" rows={[mandate]} />
      </More>
      <More title="Retraits">
        <Numbers caption="Retraits" rows={rowsOf('payout')} />
      </More>
      <More title="Remboursements">
        <p class="soft">Le numéro est celui qui a payé.</p>
        <Numbers caption="Remboursements" rows={rowsOf('refund')} />
      </More>
    </section>
  )
}

interface NumberRow {
  readonly ending: string
  readonly outcome: string
}

const plain: NumberRow = { ending: plainEnding, outcome: sandboxOutcomes.succeeds }
const mandate: NumberRow = {
  ending: mandatePageEnding,
  outcome: sandboxOutcomes.payer_confirms_mandate,
}

function rowsOf(type: Parameters<typeof sandboxEndings>[0]): readonly NumberRow[] {
  return sandboxEndings(type).map(({ ending, scenario }) => ({
    ending,
    outcome: sandboxOutcomes[scenario],
  }))
}

function Numbers({
  caption,
  rows,
}: {
  readonly caption: string
  readonly rows: readonly NumberRow[]
}) {
  return (
    <Table caption={caption} columns={numberColumns} rows={rows} keyOf={({ ending }) => ending} />
  )
}

const [firstOperator] = sandboxOperators

const numberColumns: readonly Column<NumberRow>[] = [
  { title: 'Fin', cell: ({ ending }) => <code>{ending}</code> },
  { title: 'Ce qui arrive', cell: ({ outcome }) => outcome },
  {
    title: 'Numéro à copier',
    cell: ({ ending }) => {
      const number = firstOperator ? sandboxNumber(firstOperator, ending) : ending
      return <CopyButton text={number}>{number}</CopyButton>
    },
  },
]

const cardColumns: readonly Column<SandboxCard>[] = [
  { title: 'Ce qui arrive', cell: ({ outcome }) => outcome },
  {
    title: 'Numéro à copier',
    cell: ({ number }) => (
      <CopyButton text={number}>{number.replaceAll(/(.{4})(?=.)/g, '$1\u00A0')}</CopyButton>
    ),
  },
]
