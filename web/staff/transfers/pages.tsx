import { transferPurpose } from '#domain/receipts/receipt.ts'
import { Notice } from '#web/design/notice.tsx'
import { asId, type TransactionId } from '#domain/ids.ts'
import { openTransferStates } from '#domain/transfers/transfer.ts'
import { type AccountPast, readAccountPast } from '#use-cases/payouts/merchant-context.ts'
import {
  approveTransferAct,
  markReturnedAct,
  markTransferredAct,
  readAccountAct,
  rejectTransferAct,
  takeTransferAct,
} from '#use-cases/transfers/desk-acts.ts'
import {
  findQueuedTransfer,
  listTransferQueue,
  type QueuedTransfer,
  sumTransferQueue,
} from '#use-cases/transfers/queue.ts'
import type { WebContext } from '#web/context.ts'
import { CopyButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import type { Column } from '#web/design/table.tsx'
import { dayText } from '#web/design/time-text.ts'
import { ExactTime, Time } from '#web/design/time.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { Age, caseCells, HeroAmount, MaskedNumber, State } from '#web/staff/parts.tsx'
import type { SeveralForm } from '#web/staff/desk/several-form.ts'
import { caseName } from '#web/staff/case-name.ts'
import { passwordSentence, reasonSentence } from '#web/staff/order.ts'
import { paths } from '#web/staff/paths.ts'
import type { ItemProps } from '#web/staff/item-page.tsx'
import { queuePages } from '#web/staff/queue-pages.tsx'
import { useMay } from '#web/staff/staff-page.ts'
import { transferStates } from '#web/staff/words.ts'
import { TransferActs, transferSeen } from './acts.tsx'
import { emptyIn, isWaiting, viewOf, views } from './views.ts'
import { providerName } from '#domain/operators/names.ts'

/** Waiting bank transfers, oldest first, or those that ended in one way; each with the data needed to make it. */
export function transferPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return queuePages(context, {
    path: paths.transfers,
    name: 'transfers',
    title: 'Virements bancaires',
    kind: 'transaction',
    views,
    caption: 'Virements, le plus ancien d’abord',
    columns: (view) => columns(isWaiting(view)),
    empty: emptyIn,
    // Taking a transfer also assigns it; there is no separate assignment.
    list: ({ mine, ...page }, view, filter) =>
      listTransferQueue(database, {
        ...page,
        ...filter,
        takenBy: mine?.by,
        ...viewOf(view),
      }),
    sums: {
      label: 'Banque',
      isIn: isWaiting,
      read: ({ mine }, view) => sumTransferQueue(database, { takenBy: mine?.by, ...viewOf(view) }),
    },
    at: ({ createdAt }) => createdAt,
    one: {
      notFound: 'transaction_not_found',
      find: (id) => findQueuedTransfer(database, asId<TransactionId>(id)),
      more: ({ id }) => readAccountPast(database, id),
      seen: transferSeen,
      title: (transfer) => `Virement ${nameOf(transfer)}`,
      heading: nameOf,
      state: ({ state }) => <State of={transferStates[state]} />,
      back: 'Virements',
      body: (props) => <Transfer {...props} />,
      runUrl: ({ id }) => context.runUrl('bank-transfer', id),
      link: ({ id }) => ({ href: `${paths.transactions}/${id}`, label: 'Transaction' }),
    },
    orders,
    reveal: {
      verb: 'compte',
      act: readAccountAct,
      read: async (order) =>
        (await readAccountAct.work(context, { ...order, body: {} })).accountNumber,
    },
  })
}

/** Taking lets no money go; each is then made and confirmed on its own page. */
const taking: SeveralForm<QueuedTransfer> = {
  button: 'Prendre les lignes cochées…',
  title: 'Prendre plusieurs virements en charge',
  text: 'Leurs marchands ne pourront plus les annuler.',
  confirm: 'Prendre en charge',
  done: 'Pris en charge',
  fields: {},
  amount: ({ amount }) => amount,
  whyNot: ({ state }) => (state === 'to_process' ? null : 'Ce virement n’est plus à prendre.'),
  isDone: ({ takenBy }, personId) => takenBy?.id === personId,
}

const orders = [
  {
    verb: 'prendre',
    act: takeTransferAct,
    text: 'Vous avez pris ce virement en charge. Le marchand ne peut plus l’annuler.',
    fields: {},
    several: taking,
  },
  {
    verb: 'approuver',
    act: approveTransferAct,
    text: 'Virement approuvé. Il peut être fait et confirmé.',
    fields: { password: passwordSentence },
  },
  {
    verb: 'vire',
    act: markTransferredAct,
    text: 'Virement confirmé. Le marchand en est averti.',
    fields: {
      bank_reference: 'Écrivez la référence que la banque a donnée, 64 caractères au plus.',
      transfer_on: 'Choisissez le jour du virement, dans les deux derniers mois.',
      same_reference:
        'Un autre virement a déjà cette référence\u00A0: vérifiez que la banque a bien fait celui-ci aussi.',
      password: passwordSentence,
    },
  },
  {
    verb: 'rejeter',
    act: rejectTransferAct,
    text: 'Votre refus est enregistré.',
    fields: { reason: reasonSentence },
  },
  {
    verb: 'rendu',
    act: markReturnedAct,
    text: 'Retour noté. Ce qui est dû au marchand se règle à deux, sur la page du désaccord.',
    fields: {
      returned_amount:
        'Écrivez ce qui est revenu, en F CFA et en chiffres, pas plus que le montant viré\u00A0; ou rien.',
      reason: reasonSentence,
      password: passwordSentence,
    },
    wholeNumbers: ['returned_amount'],
  },
]

function nameOf({ holderName, accountMasked, ...transfer }: QueuedTransfer): string {
  return caseName({ ...transfer, who: { name: holderName, number: accountMasked } })
}

function columns(isWaiting: boolean): readonly Column<QueuedTransfer>[] {
  return [
    ...caseCells('Virement', paths.transfers, nameOf),
    { title: 'Banque', cell: ({ bank }) => providerName(bank) },
    isWaiting
      ? { title: 'Attend depuis', cell: ({ createdAt }) => <Age since={createdAt} /> }
      : { title: 'Terminé', cell: ({ movedAt }) => <Time at={movedAt} /> },
    { title: 'État', cell: StateCell },
    { title: 'Montant', isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
  ]
}

function StateCell({ state, takenBy, needsApproval, approvedBy, mayBeMade }: QueuedTransfer) {
  const isUnapproved = needsApproval && approvedBy === null && state === 'in_progress'
  return (
    <>
      <State of={isUnapproved ? ['wait', 'À approuver'] : transferStates[state]} />
      {takenBy && <span class="soft small">par {takenBy.name}</span>}
      {mayBeMade && <State of={['bad', 'Demander à la banque']} />}
    </>
  )
}

/** One transfer: the amount, the account, and the actions possible now. */
function Transfer(props: ItemProps<QueuedTransfer, AccountPast>) {
  const isWaiting = openTransferStates.some((state) => state === props.item.state)
  return (
    <>
      {props.item.mayBeMade && <AskTheBank />}
      <Beneficiary {...props} isWaiting={isWaiting} />
      <TransferActs {...props} />
      <Past transfer={props.item} isWaiting={isWaiting} />
    </>
  )
}

/** Restored books may not know what the staff and the bank did since. */
function AskTheBank() {
  return (
    <Notice tone="wait" title="Peut-être déjà fait">
      Nos données ont été restaurées{'\u00A0'}: ce virement a pu être pris, et fait par la banque,
      sans qu’elles le sachent. Demandez d’abord à la banque. S’il est fait, confirmez-le avec sa
      référence{'\u00A0'}; ne le faites pas une seconde fois.
    </Notice>
  )
}

function Beneficiary({
  item,
  more: account,
  shown,
  isWaiting,
}: ItemProps<QueuedTransfer, AccountPast> & { readonly isWaiting: boolean }) {
  const purpose = transferPurpose(item)
  return (
    <section class="card stack">
      <HeroAmount of={item.amount} since={isWaiting ? item.createdAt : null} />
      <Facts
        facts={[
          { label: 'Bénéficiaire', value: item.holderName },
          { label: 'Nom donné par le marchand', value: item.ownName },
          { label: 'Banque', value: providerName(item.bank) },
          {
            label: 'Compte',
            value: (
              <MaskedNumber
                masked={item.accountMasked}
                shown={shown}
                action={`${paths.transfers}/${item.id}/compte`}
                mayRead={useMay('transfers.process')}
              />
            ),
          },
          {
            label: 'Motif du virement',
            value: <CopyButton text={purpose}>{purpose}</CopyButton>,
          },
          {
            label: 'Compte vérifié',
            value: account.verifiedAt ? <Time at={account.verifiedAt} /> : 'Jamais',
          },
          { label: 'Virements faits vers ce compte', value: madeText(account) },
        ]}
      />
    </section>
  )
}

function madeText({ made, lastMadeAt }: AccountPast) {
  if (lastMadeAt === null) return 'Aucun, c’est le premier'
  return (
    <>
      {made}, le dernier <Time at={lastMadeAt} />
    </>
  )
}

function Past({
  transfer,
  isWaiting,
}: {
  readonly transfer: QueuedTransfer
  readonly isWaiting: boolean
}) {
  const { now } = useScope()
  return (
    <section class="card stack">
      <h2>Suivi</h2>
      <Facts
        facts={[
          { label: 'Demandé', value: <ExactTime at={transfer.createdAt} /> },
          { label: 'Pris en charge par', value: transfer.takenBy?.name },
          { label: 'Approuvé par', value: transfer.approvedBy?.name },
          { label: 'Référence de la banque', value: transfer.bankReference },
          {
            label: 'Jour du virement',
            value: transfer.transferOn && dayText(transfer.transferOn, now, 'fr'),
          },
          { label: 'Refusé par', value: transfer.rejectedBy?.name },
          { label: 'Motif du refus', value: transfer.rejectionReason },
          {
            label: 'Revenu de la banque',
            value: transfer.returnedAt && <ExactTime at={transfer.returnedAt} />,
          },
          { label: 'Terminé', value: isWaiting ? null : <ExactTime at={transfer.movedAt} /> },
        ]}
      />
    </section>
  )
}
