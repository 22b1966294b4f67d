import type { ComponentChildren } from 'preact'
import { banks } from '#domain/operators/operators.ts'
import { PhoneField, SelectField, TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { countryCode } from '#web/payer/typed.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorAt } from '#web/http/refused.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { fields } from './fields.ts'

export interface NewAccountProps {
  readonly portal: Portal
  /** What was typed; the number of a bank account is typed once more. */
  readonly typed: (name: string) => string
  readonly faults?: readonly FieldFault[]
}

/** A Mobile Money number to pay to. */
export function NewPhoneAccount({ portal, typed, faults = [] }: NewAccountProps) {
  return (
    <NewAccount portal={portal} title="Ajouter un numéro">
      <WriteForm
        portal={portal}
        action={paths.newPhoneAccount}
        faults={faults}
        button="Ajouter le numéro"
      >
        <PhoneField
          name={fields.phone}
          label="Numéro Mobile Money"
          countryCode={countryCode}
          value={typed(fields.phone)}
          error={errorAt(faults, fields.phone)}
          example="01 97 00 00 00"
        />
        <HolderField typed={typed} faults={faults} />
      </WriteForm>
    </NewAccount>
  )
}

/** A bank account to pay to. */
export function NewBankAccount({ portal, typed, faults = [] }: NewAccountProps) {
  return (
    <NewAccount portal={portal} title="Ajouter un compte bancaire">
      {portal.place.mode === 'sandbox' ? (
        <Notice tone="info" title="Les virements bancaires se font en mode réel">
          En mode test, ajoutez un <a href={paths.newPhoneAccount}>numéro Mobile Money</a>.
        </Notice>
      ) : (
        <WriteForm
          portal={portal}
          action={paths.newBankAccount}
          faults={faults}
          button="Ajouter le compte"
        >
          <SelectField
            name={fields.bank}
            label="Banque"
            value={typed(fields.bank)}
            options={[['', 'Choisissez'], ...banks.map(({ code, name }) => [code, name] as const)]}
            error={errorAt(faults, fields.bank)}
          />
          <TextField
            name={fields.account}
            label="Numéro de compte"
            hint="Celui du RIB, ou l’IBAN, en entier. Il est chiffré, et n’est montré ensuite qu’en partie."
            autocomplete="off"
            error={errorAt(faults, fields.account)}
            maxLength={64}
          />
          <HolderField typed={typed} faults={faults} />
        </WriteForm>
      )}
    </NewAccount>
  )
}

function HolderField({ typed, faults = [] }: Pick<NewAccountProps, 'typed' | 'faults'>) {
  return (
    <TextField
      name={fields.holder}
      label="Titulaire"
      hint="Le nom tel que la banque ou l’opérateur le connaît."
      value={typed(fields.holder)}
      error={errorAt(faults, fields.holder)}
      maxLength={100}
    />
  )
}

function NewAccount({
  portal,
  title,
  children,
}: {
  readonly portal: Portal
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <PortalFrame portal={portal} title={title}>
      <p>
        <a href={paths.accounts}>Comptes autorisés</a>
      </p>
      <h1>{title}</h1>
      <div class="card stack narrow">{children}</div>
    </PortalFrame>
  )
}
