import type { ListedClosing } from '#use-cases/closings/columns.ts'
import type {
  ContradictionSource,
  ListedContradiction,
} from '#use-cases/closings/contradictions.ts'
import { Button } from '#web/design/button.tsx'
import { Choices } from '#web/design/choice.tsx'
import { TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { Timeline } from '#web/design/timeline.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { fieldsOf } from '#web/http/refused.ts'
import { paths } from '#web/staff/paths.ts'
import { PasswordField, ReasonField, type RefusedAct } from '#web/staff/parts.tsx'
import { SameReference } from '#web/staff/same-reference.tsx'
import { useDesk } from '#web/staff/staff-page.ts'
import { SeenField } from '#web/design/seen.tsx'
import type { ClosingVerdict } from '#domain/closings/closing.ts'
import { passwordSentence, reasonSentence } from '#web/staff/order.ts'
import { ActCard } from '#web/staff/act-card.tsx'

/** What staff have already stated about the outcome, in order; nothing if nobody has. */
export function Words({ closings }: { readonly closings: readonly ListedClosing[] }) {
  if (closings.length === 0) return null
  return (
    <section class="card stack">
      <h2>Dit par l’équipe</h2>
      <Timeline
        happenings={closings.map((word) => ({
          tone: word.contradicted_at === null ? 'info' : 'bad',
          title: verdictNames[word.verdict],
          at: new Date(word.counted_at),
          detail: <Word word={word} />,
        }))}
      />
    </section>
  )
}

function Word({ word }: { readonly word: ListedClosing }) {
  return (
    <>
      {word.closed_by?.name} · référence {word.operator_reference}
      <br />
      {word.reason}
      {word.ended_at !== null && (
        <>
          <br />
          Clos par cette parole.
        </>
      )}
    </>
  )
}

/** Notices that somebody later reported the opposite, and where it is settled. */
export function Contradictions({
  id,
  of,
}: {
  /** Of the payout or refund. */
  readonly id: string
  readonly of: readonly ListedContradiction[]
}) {
  return of.map((found) => {
    const { ended_as: verdict, source, at, is_settled: isSettled, retracted_at: backAt } = found
    const title = backAt === null ? contradictionTitles[source] : retractedTitle
    return (
      <Notice key={source} tone={isSettled ? 'info' : 'bad'} title={title}>
        {verdictNames[verdict]}, {whoSaid[source]} <ExactTime at={new Date(at)} />.{' '}
        {backAt !== null && (
          <>
            Depuis, il dit à nouveau ce que disent nos livres, <ExactTime at={new Date(backAt)} />
            .{' '}
          </>
        )}
        <WhatFollows href={`${paths.contradictions}/${id}`} found={found} />
      </Notice>
    )
  })
}

function WhatFollows({
  href,
  found: { ended_as: verdict, is_settled: isSettled, retracted_at: backAt },
}: {
  readonly href: string
  readonly found: ListedContradiction
}) {
  if (isSettled)
    return <a href={href}>{backAt === null ? 'Le désaccord est réglé.' : 'Rien n’est à régler.'}</a>
  if (backAt !== null)
    return (
      <>
        Ce qui a été réglé entre-temps est à régler en sens inverse{nbsp}:{' '}
        <a href={href}>réglez le désaccord</a>.
      </>
    )
  return (
    <>
      {owedAfter[verdict]} Rien ne bouge seul{nbsp}: convenez-en avec l’opérateur et le marchand,
      puis <a href={href}>réglez le désaccord</a>.
    </>
  )
}

const nbsp = '\u00A0'

/** What is said of an operator that says again what our books say. */
export const retractedTitle = 'L’opérateur est revenu sur sa parole'

const contradictionTitles: Readonly<Record<ContradictionSource, string>> = {
  verdict: 'L’opérateur a contredit cette clôture',
  answer: 'L’opérateur a dit le contraire de sa première réponse',
  statement: 'Un relevé a contredit nos livres',
}

/** After how it ended: who said so, and who says the contrary. */
const whoSaid: Readonly<Record<ContradictionSource, string>> = {
  verdict: 'disait l’équipe\u00A0; l’opérateur a dit le contraire,',
  answer: 'disait-il\u00A0; il a dit le contraire,',
  statement: 'disent nos livres\u00A0; deux superviseurs ont confirmé le contraire,',
}

/** What a contradicted statement leaves to settle. */
const owedAfter: Readonly<Record<ClosingVerdict, string>> = {
  paid: 'L’argent compté comme payé ne l’a pas été\u00A0: il reste dû.',
  not_paid:
    'La somme a été rendue au marchand, et payée aussi\u00A0: elle est à récupérer auprès de lui.',
}

interface WordFormProps {
  readonly action: string
  readonly subject: { readonly status: string; readonly closings: readonly ListedClosing[] }
  readonly refused: RefusedAct | null
  readonly form: SentForm
}

/** Form for the outcome that the operator reports outside its API. */
export function WordForm({ action, subject, refused, form }: WordFormProps) {
  const faults = refused?.faults ?? []
  const field = fieldsOf(form, faults)
  const [last, before] = subject.closings.toReversed()
  const { person } = useDesk()
  return (
    <ActCard title="Dire comment il a fini" faults={faults}>
      <Form action={action}>
        <SeenField value={closingSeen(subject)} />
        {last ? (
          <Second {...{ last, before }} isOwn={last.closed_by?.id === person.id} />
        ) : (
          <p class="soft">
            Demandez d’abord à l’opérateur, avec la référence de la demande. Un grand montant, ou
            beaucoup de petits rendus le même jour, veut deux personnes qui disent la même chose.
          </p>
        )}
        <Choices {...field('verdict')} label="Ce que dit l’opérateur" choices={choices} />
        <TextField
          {...field('operator_reference')}
          label="Référence de l’opérateur"
          hint="Celle du mouvement, ou de sa réponse."
          maxLength={64}
        />
        <SameReference refused={refused} path={paths.transactions} label={sameReferenceLabel} />
        <ReasonField hint="Qui vous l’a dit, et quand." form={form} faults={faults} />
        <PasswordField faults={faults} />
        <Button>Clore</Button>
      </Form>
    </ActCard>
  )
}

/** What somebody says who has seen that a reference is that of another order too. */
export const sameReferenceLabel =
  'Je l’ai vérifié\u00A0: la réponse de l’opérateur porte aussi sur cette opération'

/** What is said of a reference that another order has. */
export const sameReferenceSentence =
  'Une autre opération a déjà cette référence\u00A0: vérifiez que l’opérateur parle bien de celle-ci aussi.'

/** The second person enters what they found themselves; it counts if it matches the first statement. */
function Second({
  last,
  before,
  isOwn,
}: {
  readonly last: ListedClosing
  readonly before: ListedClosing | undefined
  readonly isOwn: boolean
}) {
  if (isOwn && before !== undefined && before.closed_by?.id !== last.closed_by?.id)
    return (
      <Notice tone="bad" title="Vos réponses diffèrent">
        {nameOf(before)} a répondu autre chose{'\u00A0'}: rien n’est clos. Voyez ensemble ce que dit
        l’opérateur. La dernière réponse compte, et une autre personne que son auteur doit dire la
        même chose.
      </Notice>
    )
  return (
    <Notice tone="wait">
      {isOwn
        ? 'Vous avez déjà répondu\u00A0: une autre personne doit dire la même chose.'
        : `${nameOf(last)} a répondu. Vérifiez vous-même, puis saisissez le résultat et la référence\u00A0: les mêmes le closent.`}
    </Notice>
  )
}

function nameOf(word: ListedClosing | undefined): string {
  return word?.closed_by?.name ?? 'Quelqu’un'
}

export const verdictNames: Readonly<Record<ClosingVerdict, string>> = {
  paid: 'L’opérateur a payé',
  not_paid: 'L’opérateur n’a pas payé',
}

const choices = [
  { value: 'paid', label: verdictNames.paid, note: 'L’argent est arrivé.' },
  { value: 'not_paid', label: verdictNames.not_paid, note: 'La somme revient au marchand.' },
]

/** The form of a statement: its fields, each with the message for a refusal. */
export const closingOrder = {
  verb: 'clore',
  text: 'Votre réponse est enregistrée.',
  fields: {
    verdict: 'Choisissez ce que dit l’opérateur.',
    operator_reference: 'Écrivez la référence que donne l’opérateur, 64 caractères au plus.',
    same_reference: sameReferenceSentence,
    reason: reasonSentence,
    password: passwordSentence,
  },
  seen: closingSeen,
}

/** What a statement depends on, as its page showed it: the state, and the statements that counted. */
export function closingSeen({
  status,
  closings,
}: {
  readonly status: string
  readonly closings: readonly ListedClosing[]
}): string {
  return [status, ...closings.map(({ id }) => id)].join('.')
}
