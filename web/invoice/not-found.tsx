import { Frame } from '#web/design/frame.tsx'
import { Verdict } from '#web/design/verdict.tsx'

/** The code was not made here, was changed, or is for something else than invoices. */
export function InvoiceNotFound() {
  return (
    <Frame title="Facture introuvable">
      <div class="card stack">
        <Verdict tone="bad" icon="cross" title="Facture introuvable">
          <p class="soft">
            Aucune facture ne correspond à cette adresse. Ouvrez de nouveau le lien de votre reçu,
            ou demandez la facture au marchand.
          </p>
        </Verdict>
      </div>
    </Frame>
  )
}
