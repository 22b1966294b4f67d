import type { ComponentChildren } from 'preact'
import type { AuthorizedAccountStatus } from '#domain/authorized-accounts/account.ts'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the pages of authorized accounts say. */
const french = {
  list: {
    title: 'Comptes autorisés',
    caption: 'Comptes autorisés, les plus récents d’abord',
    text: 'L’argent ne part que vers ces comptes, par le portail comme par l’API.',
    textLive: 'Nos équipes vérifient chacun avant le premier retrait.',
    addPhone: 'Ajouter un numéro',
    addBank: 'Ajouter un compte bancaire',
    none: 'Aucun compte autorisé',
    noneText: 'Ajoutez le numéro Mobile Money ou le compte bancaire où vous voulez être payé.',
    name: 'Nom',
    holder: 'Titulaire',
    account: 'Compte',
    added: 'Ajouté',
    status: 'Statut',
  },
  statuses: {
    pending: 'En vérification',
    active: 'Actif',
    revoked: 'Révoqué',
  } satisfies Readonly<Record<AuthorizedAccountStatus, string>>,
  detail: {
    holder: 'Titulaire',
    account: 'Compte',
    added: 'Ajouté',
    verified: 'Vérifié',
    payOut: 'Y envoyer de l’argent',
  },
  name: {
    label: 'Nom donné au compte',
    hint: 'Pour le reconnaître\u00A0; le bénéficiaire ne le voit pas.',
    example: 'Loyer boutique',
    change: 'Changer le nom du compte',
    save: 'Changer le nom',
    changed: (name: string) => `Ce compte s’appelle maintenant ${name}.`,
    removed: 'Ce compte n’a plus de nom à vous.',
  },
  add: {
    addedLive:
      'Compte ajouté. Nos équipes le vérifient avant le premier retrait, et vous préviennent.',
    addedTest: 'Compte ajouté\u00A0: vous pouvez y retirer dès maintenant.',
    phone: 'Numéro Mobile Money',
    phoneButton: 'Ajouter le numéro',
    bank: 'Banque',
    chooseBank: 'Choisissez',
    bankButton: 'Ajouter le compte',
    number: 'Numéro de compte',
    numberHint:
      'Celui du RIB, ou l’IBAN, en entier. Il est chiffré, et n’est montré ensuite qu’en partie.',
    holder: 'Titulaire',
    holderHint: 'Le nom tel que la banque ou l’opérateur le connaît.',
    banksInLive: 'Les virements bancaires se font en mode réel',
    phoneInTest: (add: ComponentChildren) => <>En mode test, ajoutez un {add}.</>,
    phoneInTestLink: 'numéro Mobile Money',
  },
  revoke: {
    ask: 'Révoquer ce compte',
    button: 'Révoquer le compte',
    text: 'Plus aucun retrait ne partira vers ce compte, pour de bon\u00A0; ceux qui sont déjà demandés se terminent normalement.',
    done: (holder: string) => `Compte de ${holder} révoqué\u00A0: plus rien n’y sera envoyé.`,
  },
  faults: {
    operator: 'Ce numéro n’est d’aucun opérateur que nous servons\u00A0: MTN ou Moov au Bénin.',
    bank: 'Choisissez la banque.',
    number: 'Recopiez le numéro du RIB ou l’IBAN en entier\u00A0: 10 à 34 lettres et chiffres.',
    holder: 'Écrivez le nom du titulaire.',
    holderLong: (most: string) => `Le nom a ${most} caractères au plus.`,
    nameLong: (most: string) => `Le nom donné au compte a ${most} caractères au plus.`,
  },
}

const english: typeof french = {
  list: {
    title: 'Authorized accounts',
    caption: 'Authorized accounts, newest first',
    text: 'Money only goes to these accounts, both from the portal and through the API.',
    textLive: 'Our team checks each of them before the first payout.',
    addPhone: 'Add a number',
    addBank: 'Add a bank account',
    none: 'No authorized accounts',
    noneText: 'Add the Mobile Money number or the bank account where you want to be paid.',
    name: 'Name',
    holder: 'Account holder',
    account: 'Account',
    added: 'Added',
    status: 'Status',
  },
  statuses: {
    pending: 'Being checked',
    active: 'Active',
    revoked: 'Revoked',
  },
  detail: {
    holder: 'Account holder',
    account: 'Account',
    added: 'Added',
    verified: 'Checked',
    payOut: 'Send money to it',
  },
  name: {
    label: 'Your name for the account',
    hint: 'To recognize it; the recipient does not see it.',
    example: 'Shop rent',
    change: 'Change the account’s name',
    save: 'Change name',
    changed: (name) => `This account is now called ${name}.`,
    removed: 'This account no longer has a name of yours.',
  },
  add: {
    addedLive: 'Account added. Our team checks it before the first payout, and lets you know.',
    addedTest: 'Account added: you can pay out to it right away.',
    phone: 'Mobile Money number',
    phoneButton: 'Add number',
    bank: 'Bank',
    chooseBank: 'Choose a bank',
    bankButton: 'Add account',
    number: 'Account number',
    numberHint:
      'The full number from your bank details (RIB), or the IBAN. It is encrypted, and only part of it is shown afterwards.',
    holder: 'Account holder',
    holderHint: 'The name as the bank or the operator knows it.',
    banksInLive: 'Bank transfers are available in live mode',
    phoneInTest: (add: ComponentChildren) => <>In test mode, add a {add}.</>,
    phoneInTestLink: 'Mobile Money number',
  },
  revoke: {
    ask: 'Revoke this account',
    button: 'Revoke account',
    text: 'No more payouts will ever go to this account. Those already requested will still go through.',
    done: (holder) => `Account of ${holder} revoked: nothing more will be sent to it.`,
  },
  faults: {
    operator: 'This number does not belong to an operator we serve: MTN or Moov in Benin.',
    bank: 'Choose the bank.',
    number: 'Enter the full account number (RIB) or IBAN: 10 to 34 letters and digits.',
    holder: 'Enter the name of the account holder.',
    holderLong: (most) => `A name can have at most ${most} characters.`,
    nameLong: (most) => `Your name for the account can have at most ${most} characters.`,
  },
}

export const accountWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

export type AccountWords = typeof french

export const useAccountWords = inPageLanguage(accountWords)
