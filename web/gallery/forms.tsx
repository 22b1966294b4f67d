import type { ComponentChildren } from 'preact'
import { Button, ButtonLink, CopyButton, PrintButton } from '#web/design/button.tsx'
import { Choices } from '#web/design/choice.tsx'
import { LinesField, PhoneField, SelectField, TextField, TickField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { money } from '#domain/money/money.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { Timeline } from '#web/design/timeline.tsx'

const faults = [
  { field: 'montant', message: 'Indiquez un montant supérieur à zéro.' },
  { field: 'courriel', message: 'Cette adresse e-mail n’est pas valide.' },
]
const [amountFault, mailFault] = faults

export function Forms() {
  return (
    <Shelf title="Formulaires">
      <div class="grid">
        <div class="card">
          <PayForm />
        </div>
        <div class="card">
          <RefusedForm />
        </div>
      </div>
      <div class="row">
        <ButtonLink href="/design" look="quiet" icon="download">
          Exporter
        </ButtonLink>
        <CopyButton text="https://pay.example.com/l/ganhi">Copier le lien</CopyButton>
        <PrintButton>Imprimer ou enregistrer</PrintButton>
        <form action="/design" method="post">
          <Button look="danger" icon="cross">
            Supprimer
          </Button>
        </form>
        <form action="/design" method="post">
          <Button isOff>Indisponible</Button>
        </form>
      </div>
    </Shelf>
  )
}

function PayForm() {
  const { assetPath } = useScope()
  return (
    <Form action="/design">
      <Choices
        name="operateur"
        label="Payer avec"
        value="mtn-benin"
        choices={[
          {
            value: 'mtn-benin',
            label: 'MTN Mobile Money',
            note: 'De 100 à 2 000 000 F CFA',
            picture: assetPath('mtn-benin.svg'),
          },
          { value: 'moov-benin', label: 'Moov Money', picture: assetPath('moov-benin.svg') },
        ]}
      />
      <PhoneField
        name="numero"
        label="Numéro Mobile Money"
        countryCode="229"
        example="01 97 00 00 00"
      />
      <Button isFull icon="lock">
        Payer 12{'\u202F'}500{'\u00A0'}F{'\u00A0'}CFA
      </Button>
    </Form>
  )
}

function RefusedForm() {
  return (
    <Form action="/design">
      <Faults faults={faults} />
      <TextField
        name="montant"
        label="Montant"
        unit="F CFA"
        inputMode="numeric"
        value="0"
        error={amountFault?.message}
      />
      <TextField
        name="courriel"
        label="Adresse e-mail"
        type="email"
        autocomplete="email"
        value="awa@"
        hint="Le reçu y sera envoyé."
        error={mailFault?.message}
      />
      <SelectField
        name="devise"
        label="Devise"
        value="XOF"
        options={[
          ['XOF', 'Franc CFA (BCEAO)'],
          ['EUR', 'Euro'],
        ]}
      />
      <LinesField name="objet" label="Objet" isOptional maxLength={255} />
      <TickField name="recu" label="Recevoir le reçu par e-mail" isTicked />
    </Form>
  )
}

interface Sale {
  readonly reference: string
  readonly payer: string
  readonly amount: bigint
  readonly status: TransactionStatus
  readonly minutesAgo: number
}

const sales: readonly Sale[] = [
  { reference: 'CMD-1042', payer: 'Awa D.', amount: 12_500n, status: 'pending', minutesAgo: 0 },
  { reference: 'CMD-1041', payer: 'Kossi A.', amount: 985n, status: 'succeeded', minutesAgo: 12 },
  {
    reference: 'CMD-1040',
    payer: 'Sènan H.',
    amount: 1_250_000n,
    status: 'failed',
    minutesAgo: 190,
  },
  { reference: 'CMD-1039', payer: 'Bọ́lá O.', amount: 40_000n, status: 'expired', minutesAgo: 1700 },
]

export function Lists() {
  const { now } = useScope()
  const at = (minutesAgo: number): Date => new Date(now.getTime() - minutesAgo * 60_000)
  const columns: readonly Column<Sale>[] = [
    { title: 'Référence', cell: (sale) => <a href="/design">{sale.reference}</a> },
    { title: 'Payeur', cell: (sale) => sale.payer },
    { title: 'Quand', cell: (sale) => <Time at={at(sale.minutesAgo)} /> },
    { title: 'Statut', cell: (sale) => <StatusBadge status={sale.status} /> },
    { title: 'Montant', isNumber: true, cell: (sale) => <Amount of={money(sale.amount, 'XOF')} /> },
  ]
  return (
    <Shelf title="Listes">
      <CardTable
        caption="Derniers paiements"
        columns={columns}
        rows={sales}
        keyOf={(sale) => sale.reference}
      />
      <Pagination newer="/design" older="/design" />
      <div class="grid">
        <div class="card">
          <Facts
            facts={[
              { label: 'Montant', value: <Amount of={money(12_500n, 'XOF')} /> },
              { label: 'Frais', value: <Amount of={money(250n, 'XOF')} /> },
              { label: 'Total', value: <Amount of={money(12_750n, 'XOF')} />, isTotal: true },
            ]}
          />
        </div>
        <div class="card">
          <Timeline
            happenings={[
              { tone: 'ok', title: 'Demande créée', at: at(4) },
              { tone: 'ok', title: 'Envoyée à MTN', at: at(4), detail: 'Référence 7720934' },
              { tone: 'wait', title: 'En attente du payeur' },
            ]}
          />
        </div>
      </div>
    </Shelf>
  )
}

/** A section of the gallery. */
export function Shelf({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <section class="stack">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
