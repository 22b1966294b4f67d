import type { ComponentChildren } from 'preact'
import type { Realm } from '#domain/people/person.ts'

/** The texts of the pages before the log-in, and of a person's own log-in settings. */
export const french = {
  /** What each log-in leads to. */
  names: { portal: 'Portail marchand', staff: 'Espace de l’équipe' } satisfies Record<
    Realm,
    string
  >,
  neverAsked: 'Nous ne vous demanderons jamais votre mot de passe par téléphone ou par message.',
  backToLogIn: 'Retour à la connexion',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  code: 'Code',
  codeHint: (held: string) =>
    `Douze caractères, reçus par e-mail. Valable ${held}, une seule fois.`,
  minutes: (count: string) => `${count} minutes`,
  hours: (count: string) => `${count} heures`,
  save: 'Enregistrer',
  haveCode: 'J’ai déjà un code',
  getCode: 'Recevoir un code par e-mail',
  checkMail: 'Regardez vos e-mails',
  logIn: {
    title: 'Connexion',
    button: 'Se connecter',
    sessionOver: 'Votre session est terminée',
    formWaits: 'Connectez-vous\u00A0: ce que vous avez écrit vous attend. Rien n’a été envoyé.',
    formLost: 'Votre session est terminée\u00A0: rien n’a été fait. Connectez-vous.',
    tookTooLong: 'La connexion a pris trop de temps. Saisissez de nouveau votre mot de passe.',
    loggedOut: 'Vous êtes déconnecté. À bientôt\u00A0!',
    forgotten: 'Mot de passe oublié\u00A0?',
    invited: 'J’ai reçu une invitation',
    signUp: (link: ComponentChildren) => (
      <>
        Pas encore de compte{'\u00A0'}? {link}
      </>
    ),
    signUpLink: 'Inscrivez votre commerce',
    byAdministrator: (link: ComponentChildren) => (
      <>
        Vous avez reçu une invitation, ou oublié votre mot de passe{'\u00A0'}? Demandez un code à
        votre administrateur, puis {link}.
      </>
    ),
    byAdministratorLink: 'choisissez un mot de passe',
  },
  oneTimeCode: {
    title: 'Code à usage unique',
    hint: 'Les six chiffres de votre application, ou un code de secours.',
    goOn: 'Continuer',
    otherAccount: 'Se connecter avec un autre compte',
  },
  passkey: {
    title: 'Clé d’accès',
    use: 'Utiliser une clé d’accès',
    what: 'Votre appareil vous reconnaît à votre doigt, à votre visage ou à son code, et ouvre votre compte sans mot de passe.',
    withPassword: 'Se connecter avec un mot de passe',
    nothingCame: 'Rien n’est venu de votre appareil. Recommencez, ou utilisez un autre moyen.',
    unknown: 'Ce navigateur ne connaît pas les clés d’accès. Utilisez un autre moyen.',
  },
  resume: {
    title: 'Vous êtes connecté',
    text: 'Ce que vous aviez écrit est là. Rien n’a été envoyé\u00A0: vous relirez d’abord.',
    button: 'Retrouver mon formulaire',
    home: 'Aller à l’accueil',
  },
  forgotten: {
    title: 'Mot de passe oublié',
    text: 'Nous vous envoyons un code par e-mail, pour en choisir un autre.',
    choose: 'Choisir un autre mot de passe',
    sent: 'Si un compte a cette adresse, un code vient d’y partir. Rien n’arrive\u00A0? Vérifiez l’adresse et les courriers indésirables.',
    another: 'Recevoir un autre code',
    done: 'Votre mot de passe est changé. Connectez-vous avec lui.',
  },
  invitation: {
    title: 'Choisir un mot de passe',
    code: 'Code d’invitation',
    done: 'Votre mot de passe est choisi. Connectez-vous avec lui.',
  },
  newPassword: {
    label: 'Nouveau mot de passe',
    hint: '12 caractères au moins\u00A0: une phrase que vous retenez convient.',
    again: 'Encore une fois',
    differ: 'Les deux saisies diffèrent. Écrivez deux fois le même mot de passe.',
  },
  signUp: {
    title: 'Inscrire votre commerce',
    text: 'Essayez tout de suite en mode test. Pour encaisser de l’argent réel, notre équipe vérifie d’abord qui vous êtes.',
    business: 'Nom du commerce',
    person: 'Votre nom',
    personHint: 'Vous serez propriétaire du compte.',
    phone: 'Votre téléphone',
    haveAccount: 'J’ai déjà un compte',
    confirm: 'Confirmer votre adresse',
    sent: 'Nous venons d’écrire à cette adresse, avec la suite. Rien n’arrive\u00A0? Vérifiez l’adresse et les courriers indésirables.',
    create: 'Créer mon compte',
    again: 'Recommencer l’inscription',
    done: 'Votre compte est créé. Connectez-vous\u00A0: vous pouvez tout essayer en mode test.',
    faults: {
      business_name: 'Écrivez le nom de votre commerce, en 120 caractères au plus.',
      person_name: 'Écrivez votre nom, en 120 caractères au plus.',
      email: 'Écrivez une adresse e-mail, comme afi@boutique.example.',
    },
  },
  account: {
    title: 'Mon compte',
    currentPassword: 'Mot de passe actuel',
    yourPassword: 'Votre mot de passe',
    change: 'Changer',
    passwordChanged: 'Votre mot de passe est changé. Vos autres sessions sont fermées.',
  },
  sessions: {
    caption: 'Vos sessions ouvertes',
    opened: 'Ouverte',
    thisOne: ' celle-ci',
    device: 'Appareil',
    lastPage: 'Dernière page',
  },
  passkeys: {
    title: 'Clés d’accès',
    text: 'Une clé d’accès vit dans votre téléphone, votre ordinateur ou une clé USB. Elle remplace le code à la connexion, ou la connexion entière, et n’obéit qu’à ce site\u00A0: personne ne peut vous la faire taper ailleurs.',
    caption: 'Vos clés d’accès',
    add: 'Ajouter une clé',
    codesFirst: (link: ComponentChildren) => (
      <>
        Il faut d’abord des {link}
        {'\u00A0'}: ils vous permettent d’entrer si vous perdez l’appareil.
      </>
    ),
    codesFirstLink: 'codes à usage unique',
    name: 'Nom',
    added: 'Ajoutée',
    lastUsed: 'Dernière connexion',
    never: 'Jamais',
    itsName: 'Son nom',
    itsNameHint: 'Par exemple l’appareil où elle vit.',
    addButton: 'Ajouter',
    ask: 'Votre appareil va vous demander votre doigt, votre visage ou son code.',
    make: 'Créer la clé',
    back: 'Revenir à mes clés',
    remove: 'Retirer une clé…',
    which: 'Quelle clé\u00A0?',
    removeButton: 'Retirer',
    done: 'Votre clé d’accès est prête. Elle ouvre votre compte dès maintenant.',
    removed: 'Cette clé d’accès n’ouvre plus rien.',
    unnamed: 'Donnez un nom à cette clé, de 60 caractères au plus.',
  },
}

export type DoorWords = typeof french
