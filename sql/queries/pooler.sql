-- settle_transaction --
-- Gives a transaction its settings, which end with it: the session is another client's next.
SELECT set_config(setting.key, setting.value, true) FROM json_each_text('{settings}') AS setting;
