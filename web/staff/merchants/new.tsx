import { currencyCodes, isCurrencyCode } from '#domain/money/currency.ts'
import { createMerchant } from '#use-cases/merchants/create.ts'
import { newMerchant } from '#use-cases/merchants/typed.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import { bodyCheck } from '#http/validate.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { doneAt } from '#web/http/answer.ts'
import type { Form as SentForm } from '#web/http/form.ts'
import { fieldsOf } from '#web/http/refused.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { bodyOf, passwordSentence, takeForm } from '#web/staff/order.ts'
import { PasswordField, type RefusedAct, RefusedNotice } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { DeskInput } from '#web/staff/staff-page.ts'

export const nameText = 'Écrivez un nom, en 120 caractères au plus.'
export const emailText = 'Écrivez une adresse e-mail, comme afi@boutique.example.'
const checkNew = bodyCheck(newMerchant)

/** Creates a merchant; answers with its page, or the form again. */
export function create(context: WebContext, input: DeskInput) {
  const { session, requestId, form } = input
  const text = (name: string) => form.text(name)
  const publicName = text('service.public_name')
  const { password = '' } = bodyOf(form, ['password'])
  const body = {
    name: text('name'),
    service: {
      name: text('service.name'),
      ...(publicName !== '' && { public_name: publicName }),
      currency: text('service.currency'),
    },
    owner: { name: text('owner.name'), email: text('owner.email') },
    password,
  }
  return takeForm({
    errors: checkNew(body),
    sentences: {
      name: nameText,
      'service.name': nameText,
      'service.public_name': nameText,
      'service.currency': 'Choisissez une devise.',
      'owner.name': nameText,
      'owner.email': emailText,
      password: passwordSentence,
    },
    page: (refused) => <NewMerchantPage form={form} refused={refused} />,
    async work() {
      const { currency } = body.service
      await confirmPassword(context.database, session.person, password)
      const id = await createMerchant(context.database, session.person, {
        name: body.name,
        service: {
          name: body.service.name,
          publicName: publicName || body.service.name,
          currency: isCurrencyCode(currency) ? currency : 'XOF',
        },
        owner: body.owner,
        cause: { requestId },
      })
      const said = 'Marchand créé. Le code du propriétaire part par e-mail.'
      return doneAt(`${paths.merchants}/${id}`, said)
    },
  })
}

const currencies = currencyCodes.map((code) => [code, code] as const)
const emailInput = { type: 'email', autocomplete: 'off', maxLength: 254 } as const

/** Form for a merchant with its first service and the account's owner. */
export function NewMerchantPage({
  form,
  refused,
}: {
  readonly form: SentForm
  readonly refused: RefusedAct | null
}) {
  const faults = refused?.faults ?? []
  const field = fieldsOf(form, faults)
  return (
    <StaffFrame title="Nouveau marchand">
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
            options={currencies}
          />
          <TextField {...field('owner.name')} label="Nom du propriétaire" maxLength={120} />
          <TextField {...field('owner.email')} {...emailInput} label="Son adresse e-mail" />
          <PasswordField faults={faults} />
          <Button>Créer et inviter</Button>
        </Form>
      </div>
    </StaffFrame>
  )
}
