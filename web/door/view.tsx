import type { ComponentChildren } from 'preact'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { keptField, nextField } from '#web/http/session-guard.ts'
import { errorAt } from '#web/http/refused.ts'
import { Frame, ServiceHead } from '#web/design/frame.tsx'
import type { Door } from './door.ts'
import { EmailField } from './fields.tsx'
import { PasskeyForm, passkeyScript } from './passkey-form.tsx'
import { useDoorWords } from './words.ts'

interface Step {
  readonly door: Door
  readonly next: string
  /** A form that waits for the end of the log-in; empty if there is none. */
  readonly kept: string
  readonly faults: readonly FieldFault[]
}

export function LogInPage({
  door,
  next,
  kept,
  hasPasskeys,
  email,
  faults,
}: Step & { readonly hasPasskeys: boolean; readonly email: string }) {
  const { logIn: words, password } = useDoorWords()
  return (
    <DoorFrame door={door} title={words.title}>
      {kept !== '' && (
        <Notice tone="info" title={words.sessionOver}>
          {words.formWaits}
        </Notice>
      )}
      <Faults faults={faults} />
      <Form action={door.paths.logIn}>
        <Onward next={next} kept={kept} />
        <EmailField email={email} faults={faults} />
        <TextField
          name="password"
          label={password}
          type="password"
          autocomplete="current-password"
          maxLength={128}
        />
        <Button isFull>{words.button}</Button>
      </Form>
      {hasPasskeys && <PasskeyWay {...{ door, next, kept }} />}
      <Help door={door} />
    </DoorFrame>
  )
}

/** The button for a complete log-in by passkey; a waiting form must not be in an address. */
function PasskeyWay({ door, next, kept }: Omit<Step, 'faults'>) {
  const words = useDoorWords().passkey.use
  if (kept === '')
    return (
      <ButtonLink
        href={`${door.paths.passkey}?${new URLSearchParams({ [nextField]: next })}`}
        look="quiet"
        isFull
      >
        {words}
      </ButtonLink>
    )
  return (
    <Form action={door.paths.passkey}>
      <Onward next={next} kept={kept} />
      <Button look="quiet" isFull>
        {words}
      </Button>
    </Form>
  )
}

/** What each step of a log-in carries to the next: where to go afterwards. */
export function Onward({ next, kept }: Pick<Step, 'next' | 'kept'>) {
  return (
    <>
      <input type="hidden" name={nextField} value={next} />
      {kept !== '' && <input type="hidden" name={keptField} value={kept} />}
    </>
  )
}

/** Links for people who have no password, or forgot it. */
function Help({ door: { paths } }: Pick<Step, 'door'>) {
  const words = useDoorWords().logIn
  if (paths.forgotten === undefined)
    return (
      <p class="small soft">
        {words.byAdministrator(<a href={paths.invitation}>{words.byAdministratorLink}</a>)}
      </p>
    )
  return (
    <>
      <p class="small soft">
        <a href={paths.forgotten.ask}>{words.forgotten}</a> ·{' '}
        <a href={paths.invitation}>{words.invited}</a>
      </p>
      {paths.signUp && (
        <p class="small soft">{words.signUp(<a href={paths.signUp.ask}>{words.signUpLink}</a>)}</p>
      )}
    </>
  )
}

/** The challenge is null for people without a passkey. */
export function CodePage({
  door,
  next,
  kept,
  ask,
  faults,
}: Step & { readonly ask: object | null }) {
  const { oneTimeCode: words, code, passkey } = useDoorWords()
  return (
    <DoorFrame door={door} title={words.title} {...(ask !== null && { script: passkeyScript })}>
      <Faults
        faults={faults.map((fault) => (fault.field === 'code' ? fault : { ...fault, field: null }))}
      />
      <Form action={door.paths.code}>
        <Onward next={next} kept={kept} />
        <TextField
          name="code"
          label={code}
          hint={words.hint}
          autocomplete="one-time-code"
          error={errorAt(faults, 'code')}
          maxLength={32}
        />
        <Button isFull>{words.goOn}</Button>
      </Form>
      {ask !== null && (
        <PasskeyForm
          action={door.paths.codePasskey}
          kind="sign"
          ask={ask}
          button={passkey.use}
          isQuiet
        >
          <Onward next={next} kept={kept} />
        </PasskeyForm>
      )}
      <p class="small soft">
        <a href={door.paths.logIn}>{words.otherAccount}</a>
      </p>
    </DoorFrame>
  )
}

/** The frame of the pages before the log-in, whose reader is not known yet. */
export function DoorFrame({
  door,
  title,
  script,
  children,
}: {
  readonly door: Door
  readonly title: string
  /** A file of the design that only this page needs. */
  readonly script?: string
  readonly children: ComponentChildren
}) {
  const words = useDoorWords()
  const name = words.names[door.realm]
  return (
    <Frame
      title={`${title} · ${name}`}
      foot={<p>{words.neverAsked}</p>}
      head={<ServiceHead note={name} />}
      own="portal"
      isStaff={door.isStaff}
      {...(script !== undefined && { script })}
    >
      <div class="card stack">
        <h1>{title}</h1>
        {children}
      </div>
    </Frame>
  )
}
