import type { Realm } from '#domain/people/person.ts'
import type { Language } from '#domain/text/language.ts'

/** What mails and messages say; what they say about acts on accounts is in `people-acts.ts`. */
const french = {
  hello: (name: string) => `Bonjour ${name},`,
  helloNobody: 'Bonjour,',
  neverAsked:
    'Nous ne vous demanderons jamais votre mot de passe ni ce code, par téléphone ou par message.',
  places: {
    portal: 'le portail marchand',
    staff: 'l’espace de l’équipe',
  } satisfies Record<Realm, string>,
  codeForHours: (hours: string) =>
    `Votre code, valable une seule fois, dans les ${hours} heures\u00A0:`,
  codeForMinutes: (minutes: string) =>
    `Votre code, valable une seule fois, dans les ${minutes} minutes\u00A0:`,
  /** Who had it sent. */
  from: (name: string) => `De la part de\u00A0: ${name}`,
  invitation: {
    subject: 'Votre invitation',
    why: (place: string) => `Une invitation à rejoindre ${place} vous attend.`,
    effect: (url: string) =>
      `Ouvrez ${url} et écrivez votre adresse e-mail, ce code et le mot de passe que vous choisissez.`,
  },
  reset: {
    subject: 'Retrouver votre accès',
    why: (place: string) =>
      `Quelqu’un nous a signalé que vous ne pouvez plus ouvrir ${place}. Rien ne change tant que vous n’avez pas confirmé.`,
    effect: (url: string) =>
      `Ouvrez ${url} et écrivez votre adresse e-mail, ce code et le mot de passe que vous choisissez. Vos anciens codes à usage unique ne seront plus demandés.`,
  },
  unexpectedCode:
    'Vous n’attendiez rien de tel\u00A0? N’utilisez pas ce code, et prévenez votre administrateur.',
  password: {
    subject: 'Mot de passe oublié',
    why: (place: string) =>
      `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour ${place}. Rien ne change tant que vous n’en avez pas choisi un.`,
    effect: (url: string) =>
      `Ouvrez ${url} et écrivez votre adresse e-mail, ce code et un nouveau mot de passe. Si vous avez des codes à usage unique, ils vous seront toujours demandés.`,
    unexpected:
      'Vous n’avez rien demandé\u00A0? N’utilisez pas ce code et ne le donnez à personne\u00A0: votre mot de passe reste le même.',
  },
  signUp: {
    subject: 'Votre inscription',
    why: 'Quelqu’un, sans doute vous, veut ouvrir un compte marchand avec cette adresse. Rien n’est créé tant que vous n’avez pas confirmé.',
    effect: (url: string) =>
      `Ouvrez ${url} et écrivez votre adresse e-mail, ce code et le mot de passe que vous choisissez.`,
    unexpected:
      'Vous n’avez rien demandé\u00A0? N’utilisez pas ce code et ne le donnez à personne\u00A0: aucun compte ne sera créé.',
  },
  accountExists: {
    subject: 'Vous avez déjà un compte',
    why: 'Quelqu’un, sans doute vous, veut ouvrir un compte marchand avec cette adresse. Elle a déjà un compte\u00A0: rien n’est créé, et rien ne change.',
    effect: (url: string) =>
      `Connectez-vous sur ${url} avec votre mot de passe. Vous pouvez aussi y en choisir un autre si vous l’avez oublié, ou accepter une invitation reçue.`,
    unexpected: 'Vous n’avez rien demandé\u00A0? Il n’y a rien à faire.',
  },
  act: {
    yours: 'votre compte',
    of: (name: string) => `le compte de ${name}`,
    device: (name: string) => `Appareil\u00A0: ${name}`,
    by: (name: string) => `Par\u00A0: ${name}`,
    unexpected: 'Si cela vous surprend, prévenez aussitôt un administrateur.',
  },
  notification: {
    /** Used if it is not about a service. */
    place: 'Portail marchand',
    subject: (place: string, title: string) => `${place}\u00A0: ${title}`,
    message: (place: string, title: string, text: string) => `${place}\u00A0: ${title}. ${text}`,
    chosen:
      'Vous choisissez ce qui vous est envoyé dans «\u00A0Mon compte\u00A0», puis «\u00A0Être prévenu\u00A0».',
  },
}

const english: typeof french = {
  hello: (name) => `Hello ${name},`,
  helloNobody: 'Hello,',
  neverAsked: 'We will never ask you for your password or this code, by phone or by message.',
  places: { portal: 'the merchant portal', staff: 'the staff desk' },
  codeForHours: (hours) => `Your code, which works once, within ${hours} hours:`,
  codeForMinutes: (minutes) => `Your code, which works once, within ${minutes} minutes:`,
  from: (name) => `On behalf of: ${name}`,
  invitation: {
    subject: 'Your invitation',
    why: (place) => `You are invited to join ${place}.`,
    effect: (url) =>
      `Open ${url} and enter your e-mail address, this code and the password you choose.`,
  },
  reset: {
    subject: 'Getting back into your account',
    why: (place) =>
      `We were told that you can no longer log in to ${place}. Nothing changes until you confirm.`,
    effect: (url) =>
      `Open ${url} and enter your e-mail address, this code and the password you choose. You will no longer be asked for your old one-time codes.`,
  },
  unexpectedCode: 'Not expecting this? Do not use this code, and tell your administrator.',
  password: {
    subject: 'Forgotten password',
    why: (place) =>
      `Somebody, probably you, asked for a new password for ${place}. Nothing changes until you choose one.`,
    effect: (url) =>
      `Open ${url} and enter your e-mail address, this code and a new password. If you use one-time codes, you will still be asked for them.`,
    unexpected:
      'Did not ask for this? Do not use this code or give it to anybody: your password stays the same.',
  },
  signUp: {
    subject: 'Your sign-up',
    why: 'Somebody, probably you, wants to open a merchant account with this address. Nothing is created until you confirm.',
    effect: (url) =>
      `Open ${url} and enter your e-mail address, this code and the password you choose.`,
    unexpected:
      'Did not ask for this? Do not use this code or give it to anybody: no account will be created.',
  },
  accountExists: {
    subject: 'You already have an account',
    why: 'Somebody, probably you, wants to open a merchant account with this address. It already has an account: nothing is created, and nothing changes.',
    effect: (url) =>
      `Log in at ${url} with your password. There you can also choose another one if you forgot yours, or accept an invitation.`,
    unexpected: 'Did not ask for this? There is nothing to do.',
  },
  act: {
    yours: 'your account',
    of: (name) => `the account of ${name}`,
    device: (name) => `Device: ${name}`,
    by: (name) => `By: ${name}`,
    unexpected: 'If this surprises you, tell an administrator at once.',
  },
  notification: {
    place: 'Merchant portal',
    subject: (place, title) => `${place}: ${title}`,
    message: (place, title, text) => `${place}: ${title}. ${text}`,
    chosen: 'Choose what is sent to you under “My account”, then “Notification settings”.',
  },
}

export const mailWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }
