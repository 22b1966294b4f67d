import { Button, ButtonLink, CopyButton, PrintButton } from '#web/design/button.tsx'
import { Choices } from '#web/design/choice.tsx'
import { LinesField, PhoneField, SelectField, TextField, TickField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { Shelf } from './shelf.tsx'

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
        <form action="/design">
          <Button look="danger" icon="cross">
            Supprimer
          </Button>
        </form>
        <form action="/design">
          <Button isOff>Indisponible</Button>
        </form>
      </div>
    </Shelf>
  )
}

function PayForm() {
  const { assetPath } = useScope()
  return (
    <Form action="/design" method="get">
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
    <Form action="/design" method="get">
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
