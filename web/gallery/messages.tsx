import { Ask, More } from '#web/design/ask.tsx'
import { Badge, StatusBadge } from '#web/design/badge.tsx'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Progress, Skeleton, Spinner } from '#web/design/progress.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import { Shelf } from './shelf.tsx'

export function Messages() {
  return (
    <Shelf title="Messages et états">
      <div class="grid">
        <Notice tone="ok" title="Paiement reçu">
          Les fonds sont sur votre solde.
        </Notice>
        <Notice tone="wait" title="Confirmez sur votre téléphone">
          Composez votre code secret quand MTN vous le demande.
        </Notice>
        <OneTimeSecret
          title="Copiez-le maintenant"
          secret="whsec_7d1f0c2ba94e"
          copy="Copier le secret"
          note="Il n’est affiché qu’une fois."
        />
        <Notice tone="info">Les webhooks sont envoyés en moins d’une minute.</Notice>
      </div>
      <div class="row">
        {(['pending', 'succeeded', 'failed', 'expired', 'cancelled'] as const).map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <Badge tone="info">Réel</Badge>
      </div>
      <div class="grid">
        <div class="card">
          <Verdict tone="ok" icon="check" title="C’est payé">
            <p class="soft">Vous pouvez fermer cette page.</p>
          </Verdict>
        </div>
        <Empty title="Aucun paiement aujourd’hui">Le premier apparaîtra ici aussitôt.</Empty>
        <div class="card stack">
          <Spinner label="En attente de l’opérateur…" />
          <Progress label="Temps restant" value={40} max={60} />
          <Skeleton lines={3} />
        </div>
      </div>
      <Ask button="Rembourser" icon="back">
        <p>Rembourser la totalité du paiement à Awa D.{'\u00A0'}?</p>
        <Form action="/design" method="get">
          <Button>Oui, rembourser</Button>
        </Form>
      </Ask>
      <More title={`Pourquoi ces frais\u00A0?`}>
        <p class="soft">Ils rémunèrent l’opérateur et le service.</p>
      </More>
    </Shelf>
  )
}
