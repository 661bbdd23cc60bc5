/**
 * The most common passwords, and the words to which people add digits to make a long one, in lower case. The minimum
 * length excludes most entries of longer lists.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password passwort motdepasse contraseña senha passw0rd p@ssword p@ssw0rd pa$$word passwordpassword password123password
  mypassword thepassword newpassword yourpassword passphrase secretpassword changeme changemenow letmein letmeinnow
  welcome welcomehome welcomeback administrator admin adminadmin superadmin root rootroot default defaultpassword
  qwerty qwertyuiop qwertyuiopas qwertyuiop[] qwertyuiop[]\\ qwertyqwerty qwerty123456 qwertyasdfgh qwertyuiopasdf
  qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm qwertzuiop qwertzuiopasdf azertyuiop azertyuiopqs asdfghjkl asdfghjkl;
  asdfghjklzxc zxcvbnm zxcvbnmasdfg zxcvbnm,./ 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1q2w3e4r5t6y 1q2w3e4r5t6y7u q1w2e3r4t5y6
  qazwsxedcrfv qazwsxedc !qaz2wsx3edc 123456789012 1234567890123 1234567890qw 123456789qwe 123456qwerty 123qweasdzxc
  1234qwerasdf 12345qwertasdfg 1234567890abc 111222333444 112233445566 123123123123 123321123321 123456654321 987654321
  987654321098 0987654321 098765432112 159753159753 147258369 147258369147 741852963 iloveyou iloveyouforever
  iloveyousomuch ilovemyself ilovejesus loveyou sunshine princess monkey dragon football baseball basketball superman
  batman spiderman starwars michael jennifer jessica ashley charlie shadow master trustno1 whatever freedom hello
  helloworld hellohello liverpool manchester barcelona chelsea arsenal pokemon computer internet samsung google facebook
  correcthorsebatterystaple correct horse battery staple verysecret topsecret supersecret secret unknown abcdefghijkl
  abcdefghijklmnop abcdefghijklmnopqrstuvwxyz abcdefg abcdef abcd1234abcd abc123abc123 a1b2c3d4e5f6 test testtest
  testtesttest testing letmein123456 guest guestguest login loginlogin access accessaccess security system oracle
  blink182 cheese summer summertime winter wintertime spring autumn january february december november october september
  monday friday jordan jordan23 killer hunter george thomas daniel andrew joshua matthew anthony soccer hockey tigger`
    .split(/\s+/)
    .concat("correct horse battery staple"),
);
