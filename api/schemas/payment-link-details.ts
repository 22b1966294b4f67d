import Type from 'typebox'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'

const amountOrNull = (description: string) =>
  Type.Union([part.amount, Type.Null()], { description })
const urlOrNull = (description: string) => Type.Union([part.text, Type.Null()], { description })

/** See docs/payment-links.md#links-by-the-api. */
export const paymentLinkDetails: NamedSchema = {
  name: 'PaymentLinkDetails',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('payment_link'),
    mode: part.mode,
    url: Type.String({ description: 'La page de paiement, où envoyer le client.' }),
    status: part.oneOf('active', 'inactive', 'expired', 'cancelled', 'paid', 'in_progress'),
    title: Type.String({ description: 'Ce que le client achète.' }),
    description: part.textOrNull,
    reference: Type.Union([part.text, Type.Null()], {
      description:
        'Votre référence : elle revient dans l’adresse de retour, et dans metadata.service_link_reference de chaque paiement.',
    }),
    amount: amountOrNull('Prix fixe ; null quand le client choisit.'),
    currency: part.currencyCode,
    min_amount: amountOrNull('Le moins que le client peut choisir.'),
    max_amount: amountOrNull('Le plus que le client peut choisir.'),
    max_payments: Type.Union([part.wholeNumber, Type.Null()], {
      description: 'Combien de fois le lien se paie ; null sans limite.',
    }),
    payments_count: Type.Integer({ description: 'Paiements réussis.' }),
    amount_collected: Type.Number({ description: 'Somme des prix payés.' }),
    expires_at: part.timeOrNull,
    success_url: urlOrNull('Où le client retourne après avoir payé.'),
    cancel_url: urlOrNull('Où le client retourne sans payer.'),
    origin: urlOrNull('Le site qui peut montrer la page dans la sienne (checkout.js).'),
    email_required: Type.Boolean({ description: 'L’adresse e-mail du client est demandée.' }),
    metadata: Type.Record(Type.String(), Type.String()),
    created_at: part.time,
    updated_at: part.time,
  }),
}
