import type { FieldError } from '#domain/errors/errors.ts'
import type { Language } from '#domain/text/language.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { signUpCodeHours } from '#domain/sign-ups/sign-up.ts'
import { askSignUp, newSignUp } from '#use-cases/sign-ups/ask.ts'
import { confirmSignUp } from '#use-cases/sign-ups/confirm.ts'
import { bodyCheck } from '#http/validate.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { PhoneField, TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { nameFaults } from '#web/design/name-fault.ts'
import { Notice } from '#web/design/notice.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import type { Form as SentForm } from '#web/http/form.ts'
import { FieldRefusal, fieldsOf, refusedField, refusedFields } from '#web/http/refused.ts'
import type { PageInput, PageRoute } from '#web/http/route.ts'
import { countryCode, internationalPhone } from '#web/payer/typed.ts'
import { payerWords } from '#web/payer/words.ts'
import { type Door, doorPage } from './door.ts'
import { CodeField, EmailField } from './fields.tsx'
import { NewPasswordFields, passwordsDiffer } from './new-password.tsx'
import { DoorFrame } from './view.tsx'
import { doorWords, useDoorWords } from './words.ts'

/** Where merchants sign up: the applicant gets a code by mail, and nothing is created before it is entered here. */
export function signUpPages(context: WebContext, door: Door): readonly PageRoute[] {
  const { signUp } = door.paths
  if (signUp === undefined) return []
  const shown = { door, signUp }
  return [
    doorPage(door, {
      method: 'GET',
      path: signUp.ask,
      handler: ({ form }) => html(<AskPage {...shown} form={form} faults={[]} />),
    }),
    doorPage(door, {
      method: 'POST',
      path: signUp.ask,
      handler: (input) => ask(context, shown, input),
    }),
    doorPage(door, {
      method: 'GET',
      path: signUp.confirm,
      handler: () => html(<ConfirmPage {...shown} email="" faults={[]} />),
    }),
    doorPage(door, {
      method: 'POST',
      path: signUp.confirm,
      handler: (input) => confirm(context, shown, input),
    }),
  ]
}

type Shown = Pick<PageProps, 'door' | 'signUp'>

async function ask(
  { database }: WebContext,
  shown: Shown,
  { form, address, language }: PageInput<null>,
) {
  const answer = await refusedFields(
    { fields: { too_many_attempts: 'email' }, language },
    async () => askSignUp(database, { ...readSignUp(form, language), address, language }),
  )
  if ('done' in answer)
    return html(<ConfirmPage {...shown} email={form.text('email')} faults={[]} isSent />)
  const { faults, head } = answer.refused
  return html(<AskPage {...shown} form={form} faults={faults} />, head)
}

const checkNew = bodyCheck(newSignUp)

/** Reads the form; throws `FieldRefusal`. */
function readSignUp(form: SentForm, language: Language) {
  const phone = parsePhone(internationalPhone(form.text('phone')))
  const body = {
    business_name: form.text('business_name'),
    person_name: form.text('person_name'),
    email: form.text('email'),
  }
  const phoneFault = { field: 'phone', message: payerWords[language].faults.phone }
  const bounds = faultsOf(checkNew(body), language)
  const names = (['business_name', 'person_name'] as const)
    .filter((name) => !bounds.some(({ field }) => field === name))
    .flatMap((name) => nameFaults(name, body[name], language))
  const faults = [...bounds, ...names, ...(phone.ok ? [] : [phoneFault])]
  if (!phone.ok || faults.length > 0) throw new FieldRefusal(faults)
  const { business_name: businessName, person_name: personName, email } = body
  return { businessName, personName, email, phone: phone.value.phone }
}

function faultsOf(errors: readonly FieldError[], language: Language): FieldFault[] {
  const sentences: Readonly<Record<string, string>> = doorWords[language].signUp.faults
  return errors.map(({ field }) => ({ field, message: sentences[field] ?? '' }))
}

async function confirm({ database }: WebContext, shown: Shown, input: PageInput<null>) {
  const { form, address, requestId, language } = input
  const differ = passwordsDiffer(form, language)
  const chosen = {
    email: form.text('email'),
    code: form.text('code'),
    password: form.secret('next'),
  }
  const answer = differ
    ? { refused: refusedField(differ) }
    : await refusedFields({ fields: refusals, language }, () =>
        confirmSignUp(database, { ...chosen, address, language, cause: { requestId } }),
      )
  if ('refused' in answer) {
    const { faults, head } = answer.refused
    return html(<ConfirmPage {...shown} email={chosen.email} faults={faults} />, head)
  }
  return doneAt(shown.door.paths.logIn, doorWords[language].signUp.done)
}

const refusals = {
  invalid_sign_up_code: 'code',
  too_many_attempts: 'code',
  invalid_password: 'next',
  email_taken: 'email',
} as const

interface PageProps {
  readonly door: Door
  readonly signUp: NonNullable<Door['paths']['signUp']>
  readonly faults: readonly FieldFault[]
}

function AskPage({ door, signUp, form, faults }: PageProps & { readonly form: SentForm }) {
  const field = fieldsOf(form, faults)
  const { signUp: words, ...common } = useDoorWords()
  return (
    <DoorFrame door={door} title={words.title}>
      <Faults faults={faults} />
      <p class="soft">{words.text}</p>
      <Form action={signUp.ask}>
        <TextField
          {...field('business_name')}
          label={words.business}
          autocomplete="organization"
          maxLength={120}
        />
        <TextField
          {...field('person_name')}
          label={words.person}
          hint={words.personHint}
          autocomplete="name"
          maxLength={120}
        />
        <EmailField email={form.text('email')} faults={faults} />
        <PhoneField
          {...field('phone')}
          label={words.phone}
          countryCode={countryCode}
          example="01 97 00 00 00"
        />
        <Button isFull>{common.getCode}</Button>
      </Form>
      <p class="small soft">
        <a href={signUp.confirm}>{common.haveCode}</a> ·{' '}
        <a href={door.paths.logIn}>{words.haveAccount}</a>
      </p>
    </DoorFrame>
  )
}

function ConfirmPage(props: PageProps & { readonly email: string; readonly isSent?: boolean }) {
  const { door, signUp, email, faults, isSent } = props
  const { signUp: words, ...common } = useDoorWords()
  return (
    <DoorFrame door={door} title={words.confirm}>
      {isSent && (
        <Notice tone="info" title={common.checkMail}>
          {words.sent}
        </Notice>
      )}
      <Faults faults={faults} />
      <Form action={signUp.confirm}>
        <EmailField email={email} faults={faults} />
        <CodeField
          label={common.code}
          held={common.hours(String(signUpCodeHours))}
          faults={faults}
        />
        <NewPasswordFields faults={faults} />
        <Button isFull>{words.create}</Button>
      </Form>
      <p class="small soft">
        <a href={signUp.ask}>{words.again}</a> · <a href={door.paths.logIn}>{common.backToLogIn}</a>
      </p>
    </DoorFrame>
  )
}
