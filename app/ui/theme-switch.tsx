type ThemeSwitchProps = {
  /** Where the choice is sent. */
  action: string;
  themes: readonly { value: string; label: string }[];
  current: string;
  /** Where to come back to: a path of this site. */
  back: string;
};

/** Which theme pages come in. A form of buttons: it works without script, and the choice is remembered by a cookie. */
export function ThemeSwitch({ action, themes, current, back }: ThemeSwitchProps) {
  return (
    <form className="theme" method="post" action={action}>
      <input type="hidden" name="to" value={back} />
      <fieldset>
        <legend>Theme</legend>
        {themes.map(({ value, label }) => (
          <button key={value} type="submit" name="theme" value={value} aria-pressed={value === current}>
            {label}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
