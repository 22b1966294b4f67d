import type { Language } from '#domain/text/language.ts'
import type { GuideName } from './guides.ts'

/** What each guide is about, as the first page says it. */
export const guideLeads: Readonly<Record<Language, Readonly<Record<GuideName, string>>>> = {
  fr: {
    quickstart: 'Créez une clé de test, demandez un paiement, lisez son résultat.',
    questions: 'Une réponse courte à ce que l’on demande le plus, et où lire la suite.',
    libraries: 'TypeScript, Python et PHP, et une ligne de commande pour essayer.',
    authentication: 'Quelle clé va où, ce que chacune peut faire, comment la remplacer.',
    idempotency: 'Répétez une demande restée sans réponse sans payer deux fois.',
    'errors-and-retries':
      'Ce que fait votre programme de chaque réponse, et comment renvoyer dans cinq langages.',
    amounts: 'Comment s’écrivent les montants, qui paie les frais, les autres devises.',
    statuses: 'Ce que devient un paiement, et quand livrer votre client.',
    collect: 'Demandez un paiement par Mobile Money ou par carte, suivez-le, montrez son reçu.',
    payouts: 'Envoyez l’argent de votre solde vers un numéro ou une banque.',
    refunds: 'Rendez un paiement, en entier ou en partie, et suivez-le par webhook.',
    'payment-links': 'Une page chez nous où chacun peut payer, sans site de votre côté.',
    'cash-desk': 'Encaissez au comptoir par code QR, par terminal ou par caisse.',
    webhooks: 'Recevez ce qui se passe à votre adresse, vérifiez la signature, répondez.',
    events: 'Chaque événement, avec un exemple de son contenu.',
    testing: 'Les numéros et les cartes qui font réussir ou échouer un paiement de test.',
    'going-live': 'Ce qu’il faut préparer et essayer avant le premier paiement réel.',
    limits: 'Combien d’appels, quelles tailles, et que faire d’une réponse 429.',
    versions: 'Ce qui peut changer dans l’API, et comment vous en êtes averti.',
  },
  en: {
    quickstart: 'Create a test key, request a payment, read its outcome.',
    questions: 'A short answer to what is asked most, and where to read on.',
    libraries: 'TypeScript, Python and PHP, and a command line to try things with.',
    authentication: 'Which key goes where, what each may do, how to replace it.',
    idempotency: 'Repeat a request that got no answer without paying twice.',
    'errors-and-retries':
      'What your program does about each answer, and how to send again in five languages.',
    amounts: 'How amounts are written, who pays the fees, other currencies.',
    statuses: 'What becomes of a payment, and when to deliver.',
    collect: 'Request a payment by Mobile Money or card, follow it, show its receipt.',
    payouts: 'Send money from your balance to a number or a bank.',
    refunds: 'Give back a payment, in full or in part, and follow it by webhook.',
    'payment-links': 'A page of ours where anybody can pay, without a site of your own.',
    'cash-desk': 'Collect at the counter by QR code, terminal or till.',
    webhooks: 'Receive what happens at your address, verify the signature, answer.',
    events: 'Each event, with an example of what is in it.',
    testing: 'The numbers and cards that make a test payment succeed or fail.',
    'going-live': 'What to prepare and try before the first real payment.',
    limits: 'How many calls, which sizes, and what to do about an answer 429.',
    versions: 'What may change in the API, and how you are told.',
  },
}
