import { Frame } from '#web/design/frame.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Verdict } from '#web/design/verdict.tsx'

/** The code was not made here, or was changed. */
export function ReceiptNotFound() {
  return (
    <Frame title="Reçu introuvable">
      <div class="card stack">
        <Verdict tone="bad" icon="cross" title="Reçu introuvable">
          <p class="soft">Aucun paiement ne correspond à cette adresse.</p>
        </Verdict>
        <Notice tone="wait" icon="alert" title="Ne remettez rien sur la foi de ce reçu">
          Un reçu authentique ouvre toujours cette page avec le détail du paiement. Scannez de
          nouveau le code QR, ou recopiez l’adresse sans en changer une lettre.
        </Notice>
      </div>
    </Frame>
  )
}
