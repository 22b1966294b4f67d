import type { ContradictionCase, Settlement } from '#use-cases/contradictions/find.ts'
import { askSettlementAct } from '#use-cases/contradictions/settle.ts'
import { Button } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { moneyText } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { SeenField } from '#web/design/seen.tsx'
import { fieldsOf } from '#web/http/refused.ts'
import type { ItemProps } from '#web/staff/item-page.tsx'
import { PasswordField, ReasonField } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { useDesk, useMay } from '#web/staff/staff-page.ts'
import { moveNote, writtenOffOf } from './words.ts'

/** The next step of a settlement: to ask for it, or to decide on what another asked for; nothing once it is settled. */
export function SettleForm(props: ItemProps<ContradictionCase>) {
  const { isOpen, settlements } = props.item
  const waiting = settlements.find(({ state }) => state === 'waiting')
  const may = useMay(askSettlementAct.permission)
  const { person } = useDesk()
  if ((!isOpen && waiting === undefined) || !may) return null
  if (waiting === undefined) return props.item.isUnderWay ? <UnderWay /> : <Ask {...props} />
  return <Decide {...props} waiting={waiting} isOwn={waiting.asked_by?.id === person.id} />
}

/** What a decision about it depends on, as its page showed it. */
export function contradictionSeen(found: ContradictionCase): string {
  const { isOpen, isUnderWay, isRetracted, writtenOffMin, settlements } = found
  return [
    isOpen,
    isUnderWay,
    isRetracted,
    writtenOffMin.minor,
    ...settlements.map(({ id, state }) => `${id} ${state}`),
  ].join('.')
}

/** What it is to be taken from is not known yet. */
function UnderWay() {
  return (
    <Notice tone="wait" title="Pas encore à régler">
      Un remboursement de ce paiement est en cours{'\u00A0'}: ce qui reste à récupérer dépend de sa
      fin.
    </Notice>
  )
}

function Ask({ item, refused, form }: ItemProps<ContradictionCase>) {
  const faults = refused?.faults ?? []
  const field = fieldsOf(form, faults)
  return (
    <section class="card stack">
      <h2>Demander le règlement</h2>
      <p>
        {moveNote(item, item.writtenOffMin)} Rien ne bouge encore{'\u00A0'}: convenez-en d’abord
        avec le marchand et l’opérateur, puis une autre personne que vous l’approuve.
      </p>
      <Faults faults={faults} />
      <Form action={`${paths.contradictions}/${item.id}/demander`}>
        <SeenField value={contradictionSeen(item)} />
        {item.direction === 'to_recover' && (
          <TextField
            {...field('written_off')}
            label="Part à la charge du service"
            hint={`${moneyText(item.writtenOffMin)} au moins, et si rien n’est écrit. Le service perd cette part${'\u00A0'}; le reste est récupéré.`}
            unit="F CFA"
            inputMode="numeric"
            maxLength={15}
            isOptional
          />
        )}
        <ReasonField hint="Ce qui est convenu, avec qui, et quand." form={form} faults={faults} />
        <PasswordField faults={faults} />
        <Button>Demander le règlement</Button>
      </Form>
    </section>
  )
}

function decisionNote(item: ContradictionCase): string {
  if (item.isOpen) return moveNote(item, writtenOffOf(item, 'waiting'))
  return 'L’opérateur est revenu sur sa parole\u00A0: rien n’est plus à régler. Refusez cette demande.'
}

interface DecideProps extends ItemProps<ContradictionCase> {
  readonly waiting: Settlement
  readonly isOwn: boolean
}

function Decide({ item, refused, waiting, isOwn }: DecideProps) {
  const faults = refused?.faults ?? []
  const path = `${paths.contradictions}/${item.id}`
  return (
    <section class="card stack">
      <h2>{isOwn ? 'Retirer' : 'Décider'}</h2>
      <p>
        {isOwn
          ? 'Vous avez fait cette demande\u00A0: une autre personne l’approuve.'
          : decisionNote(item)}
      </p>
      <Faults faults={faults} />
      <Form action={`${path}/refuser`}>
        <SeenField value={contradictionSeen(item)} />
        <input type="hidden" name="settlement_id" value={waiting.id} />
        <PasswordField faults={faults} />
        {isOwn ? (
          <Button look="danger">Retirer la demande</Button>
        ) : (
          <div class="row">
            {item.isOpen && <Button action={`${path}/approuver`}>Approuver</Button>}
            <Button look="danger">Refuser</Button>
          </div>
        )}
      </Form>
    </section>
  )
}
