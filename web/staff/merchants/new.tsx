import { currencyCodes } from '#domain/money/currency.ts'
import { Button } from '#web/design/button.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { type RefusedAct, RefusedNotice } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { Desk } from '#web/staff/staff-page.ts'

/** A merchant is let in with its first service and the person who owns the account. */
export function NewMerchantPage({
  desk,
  form,
  refused,
}: {
  readonly desk: Desk
  readonly form: SentForm
  readonly refused: RefusedAct | null
}) {
  const faults = refused?.faults ?? []
  const field = (name: string) => ({ name, value: form.text(name), error: errorAt(faults, name) })
  return (
    <StaffFrame desk={desk} title="Nouveau marchand">
      <p>
        <a href={paths.merchants}>Marchands</a>
      </p>
      <h1>Nouveau marchand</h1>
      <RefusedNotice refused={refused} />
      <div class="card narrow stack">
        <Faults faults={faults} />
        <Form action={paths.newMerchant}>
          <TextField {...field('name')} label="Raison sociale" maxLength={120} />
          <TextField {...field('service.name')} label="Premier service" maxLength={120} />
          <TextField
            {...field('service.public_name')}
            label="Nom que les payeurs lisent"
            hint="Le même que le service s’il reste vide."
            maxLength={120}
            isOptional
          />
          <SelectField
            {...field('service.currency')}
            value={form.text('service.currency') || 'XOF'}
            label="Devise du service"
            options={currencyCodes.map((code) => [code, code] as const)}
          />
          <TextField {...field('owner.name')} label="Nom du propriétaire" maxLength={120} />
          <TextField
            {...field('owner.email')}
            label="Son adresse e-mail"
            type="email"
            autocomplete="off"
            maxLength={254}
          />
          <Button>Créer et inviter</Button>
        </Form>
      </div>
    </StaffFrame>
  )
}
