import type { ComponentChildren } from 'preact'
import { targetsOf } from '#domain/states/moves.ts'
import { type TransferActKind, transferMoves } from '#domain/transfers/transfer.ts'
import type { QueuedTransfer } from '#use-cases/transfers/queue.ts'
import { localDay } from '#domain/text/local-day.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { errorAt, fieldsOf } from '#web/http/refused.ts'
import { PasswordField, ReasonField } from '#web/staff/parts.tsx'
import { SeenField } from '#web/design/seen.tsx'
import { paths } from '#web/staff/paths.ts'
import { SameReference } from '#web/staff/same-reference.tsx'
import type { ItemProps } from '#web/staff/item-page.tsx'
import { may, useDesk, useMay } from '#web/staff/staff-page.ts'
import { ActCard } from '#web/staff/act-card.tsx'

type TransferProps = ItemProps<QueuedTransfer>

/** The state that a decision about a transfer depends on. */
export function transferSeen({ state, returnedAt, ...by }: QueuedTransfer): string {
  const people = [by.takenBy, by.approvedBy, by.rejectedBy]
  const isBack = returnedAt === null ? [] : ['returned']
  return [state, ...people.map((person) => person?.id ?? ''), ...isBack].join('.')
}

/** The actions possible on a transfer now by the person at the desk; once it is made, only that it came back. */
export function TransferActs(props: TransferProps) {
  const mayProcess = useMay('transfers.process')
  const { state, needsApproval, approvedBy } = props.item
  const mayDo = (act: TransferActKind): boolean => targetsOf(transferMoves, state, act).length > 0
  if (mayDo('mark_transferred'))
    return needsApproval && approvedBy === null ? (
      <Decision {...props} title="Approbation">
        <Approval {...props} />
      </Decision>
    ) : (
      <Decision {...props} title="Virement">
        <Transferred {...props} />
      </Decision>
    )
  if (state === 'transferred') return <Returned {...props} />
  return mayProcess && mayDo('take') ? <Take {...props} /> : null
}

function Decision({
  title,
  children,
  ...props
}: TransferProps & { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <ActCard title={title} faults={props.refused?.faults ?? []}>
      {children}
      {useMay('transfers.process') && <Reject {...props} />}
    </ActCard>
  )
}

function ActForm({
  verb,
  transfer,
  children,
}: {
  readonly transfer: QueuedTransfer
  readonly verb: string
  readonly children: ComponentChildren
}) {
  return (
    <Form action={`${paths.transfers}/${transfer.id}/${verb}`}>
      <SeenField value={transferSeen(transfer)} />
      {children}
    </Form>
  )
}

function Take({ item: transfer }: TransferProps) {
  return (
    <section class="card stack">
      <h2>Prise en charge</h2>
      <p class="soft">
        Prenez ce virement avant de le faire{'\u00A0'}: le marchand ne peut alors plus l’annuler.
        {transfer.needsApproval && ' Un superviseur, autre que vous, devra l’approuver.'}
      </p>
      <ActForm verb="prendre" transfer={transfer}>
        <Button>Prendre en charge</Button>
      </ActForm>
    </section>
  )
}

function Approval(props: TransferProps) {
  const { item: transfer, refused } = props
  const desk = useDesk()
  const isTaker = transfer.takenBy?.id === desk.person.id
  if (isTaker || !may(desk, 'transfers.approve')) {
    return (
      <Notice tone="wait" title="En attente d’approbation">
        {isTaker
          ? 'Vous avez pris ce virement\u00A0: un superviseur, autre que vous, doit l’approuver.'
          : 'Un superviseur, autre que la personne qui l’a pris, doit l’approuver.'}
      </Notice>
    )
  }
  return (
    <ActForm verb="approuver" transfer={transfer}>
      <p class="soft">
        Pris par {transfer.takenBy?.name}. Vérifiez le bénéficiaire et le montant avant d’approuver.
      </p>
      <PasswordField faults={refused?.faults ?? []} />
      <Button>Approuver</Button>
    </ActForm>
  )
}

function Transferred(props: TransferProps) {
  const { item: transfer, refused, form } = props
  const { now } = useScope()
  if (!useMay('transfers.process')) {
    return <p class="soft">Pris par {transfer.takenBy?.name}.</p>
  }
  const faults = refused?.faults ?? []
  const field = fieldsOf(form, faults)
  return (
    <ActForm verb="vire" transfer={transfer}>
      <p class="soft">
        Confirmez si la banque a viré exactement <Amount of={transfer.amount} />. Si c’est un autre
        montant, ne confirmez pas{'\u00A0'}: écrivez-le dans une note et prévenez un superviseur.
      </p>
      <div class="grid">
        <TextField {...field('bank_reference')} label="Référence de la banque" maxLength={64} />
        <TextField {...field('transfer_on', localDay(now))} label="Jour du virement" type="date" />
        <PasswordField faults={faults} />
      </div>
      <SameReference
        refused={refused}
        path={paths.transfers}
        label={'Je l’ai vérifié\u00A0: un seul ordre de la banque couvre ces virements'}
      />
      <Button>Confirmer le virement</Button>
    </ActForm>
  )
}

/** A bank may send money back days after it made the transfer: the account is closed, or is another's. */
function Returned({ item: transfer, refused, form }: TransferProps) {
  const mayDecide = useMay('outcomes.decide')
  if (!mayDecide || transfer.returnedAt !== null) return null
  const faults = refused?.faults ?? []
  const field = fieldsOf(form, faults)
  return (
    <section class="card stack">
      <Ask button="La banque l’a rendu…" isDanger isOpen={faults.length > 0}>
        <ActForm verb="rendu" transfer={transfer}>
          <p class="soft">
            Seulement si <Amount of={transfer.amount} />, ou ce que la banque n’a pas gardé, sont
            revenus sur notre compte. Le montant et les frais sont alors dus au marchand
            {'\u00A0'}: deux superviseurs les lui rendent, sur la page du désaccord.
          </p>
          <Faults faults={faults} />
          <TextField
            {...field('returned_amount')}
            label="Montant revenu, s’il en manque"
            hint="Rien, si tout est revenu. Ce que la banque a gardé est à la charge du service."
            unit="F CFA"
            inputMode="numeric"
            maxLength={15}
            isOptional
          />
          <ReasonField form={form} faults={faults} />
          <PasswordField faults={faults} />
          <Button look="danger">Noter le retour</Button>
        </ActForm>
      </Ask>
    </section>
  )
}

function Reject({ item: transfer, refused, form }: TransferProps) {
  const faults = refused?.faults ?? []
  const { person } = useDesk()
  const { rejectedBy } = transfer
  if (rejectedBy?.id === person.id)
    return (
      <Notice tone="wait" title="En attente d’un second refus">
        Vous avez refusé ce virement{'\u00A0'}: rien ne revient au marchand avant qu’une autre
        personne le refuse aussi.
      </Notice>
    )
  return (
    <Ask button="Refuser…" isDanger isOpen={errorAt(faults, 'reason') !== undefined}>
      <p class="soft">
        Vérifiez à la banque qu’elle ne l’a pas fait{'\u00A0'}: le montant et les frais reviennent
        au marchand{rejectionText(transfer)}.
      </p>
      <ActForm verb="rejeter" transfer={transfer}>
        <ReasonField
          hint="Pour l’équipe seulement. Le marchand lit que la banque a refusé."
          form={form}
          faults={faults}
        />
        <Button look="danger">Refuser le virement</Button>
      </ActForm>
    </Ask>
  )
}

function rejectionText({ needsApproval, rejectedBy }: QueuedTransfer): string {
  if (rejectedBy !== null) return `. ${rejectedBy.name} l’a déjà refusé`
  return needsApproval ? ', dès qu’une seconde personne le refuse aussi' : ''
}
