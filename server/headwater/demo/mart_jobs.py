"""The jobs that make tables, exports and models; some of Airflow's jobs start Spark or dbt."""

from headwater.demo import datasets as d
from headwater.demo.engines import AIRFLOW, DBT, SPARK
from headwater.demo.job import DATA_TEAM, ML_TEAM, ORDERS_TEAM, Job

_STAGE_ORDERS = Job(
    SPARK,
    "stage_orders.overwrite_by_expression.staging_orders",
    "SQL_JOB",
    ORDERS_TEAM,
    "Cleans the day's orders.",
    300,
    (d.RAW_ORDERS,),
    (d.STAGED_ORDERS,),
)
STAGE_ORDERS = Job(
    AIRFLOW,
    "marts.stage_orders",
    "TASK",
    ORDERS_TEAM,
    "Submits the Spark application stage_orders.",
    25,
    children=(_STAGE_ORDERS,),
    flaky=0.03,
)
_DAILY_REVENUE = Job(
    DBT,
    "model.shop.daily_revenue",
    "MODEL",
    DATA_TEAM,
    "Revenue by day and category.",
    150,
    (d.STAGED_ORDERS, d.CATALOG),
    (d.DAILY_REVENUE,),
    sql="select day, category, sum(quantity * unit_price) as revenue"
    " from staging.orders join staging.catalog using (product_id) group by 1, 2",
    columns=(
        ("day", ((d.STAGED_ORDERS, "day"),)),
        ("category", ((d.CATALOG, "category"),)),
        ("revenue", ((d.STAGED_ORDERS, "quantity"), (d.CATALOG, "unit_price"))),
    ),
)
_MARGINS = Job(
    DBT,
    "model.shop.margins",
    "MODEL",
    DATA_TEAM,
    "Margin by day and category.",
    120,
    (d.DAILY_REVENUE, d.CATALOG),
    (d.MARGINS,),
    sql="select day, category, revenue - sum(supplier_price) as margin from marts.daily_revenue"
    " join staging.catalog using (category) group by 1, 2, revenue",
    columns=(
        ("day", ((d.DAILY_REVENUE, "day"),)),
        ("category", ((d.DAILY_REVENUE, "category"),)),
        ("margin", ((d.DAILY_REVENUE, "revenue"), (d.CATALOG, "supplier_price"))),
    ),
)
_DBT_BUILD = Job(
    DBT,
    "dbt-run-shop",
    "JOB",
    DATA_TEAM,
    "The dbt project of the shop.",
    12,
    children=(_DAILY_REVENUE, _MARGINS),
)
DBT_BUILD = Job(
    AIRFLOW,
    "marts.dbt_build",
    "TASK",
    DATA_TEAM,
    "Runs the dbt project of the shop.",
    15,
    children=(_DBT_BUILD,),
)
_BUILD_FEATURES = Job(
    SPARK,
    "recommendation_features.overwrite_by_expression.features_recommendations",
    "SQL_JOB",
    ML_TEAM,
    "One row of features for each product.",
    620,
    (d.HOURLY_CLICKS, d.CATALOG, d.MARGINS),
    (d.FEATURES,),
)
BUILD_FEATURES = Job(
    AIRFLOW,
    "marts.build_features",
    "TASK",
    ML_TEAM,
    "Submits the Spark application recommendation_features.",
    30,
    children=(_BUILD_FEATURES,),
    flaky=0.05,
)
EXPORT_EMAIL = Job(
    AIRFLOW,
    "marts.export_email_campaign",
    "TASK",
    DATA_TEAM,
    "Picks the products of today's campaign.",
    130,
    (d.FEATURES, d.CATALOG, d.MODEL),
    (d.EMAIL_EXPORT,),
    flaky=0.03,
)
REPORT_FINANCE = Job(
    AIRFLOW,
    "marts.finance_report",
    "TASK",
    DATA_TEAM,
    "The figures of the day, on working days.",
    45,
    (d.DAILY_REVENUE, d.MARGINS),
    (d.FINANCE_REPORT,),
    sql="select * from marts.daily_revenue join marts.margins using (day, category)",
)

TRAIN_MODEL = Job(
    AIRFLOW,
    "ml.train_demand_forecast",
    "TASK",
    ML_TEAM,
    "Trains the demand forecast anew.",
    4_200,
    (d.FEATURES, d.DAILY_REVENUE),
    (d.MODEL,),
    flaky=0.12,
)
